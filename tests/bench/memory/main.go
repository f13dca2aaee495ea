// What the memory bench (tests/src/bin/memory) needs of Go: a server, and controller-runtime's cache.
//
//	memory-bench server OBJECTS FILE    serves so many copies of the Deployment in FILE; says its address on stdout
//	memory-bench cache ADDRESS [strip]  measures controller-runtime's cache; with strip, without managedFields
package main

import (
	"log"
	"os"
	"strconv"
)

func main() {
	switch args := os.Args[1:]; {
	case len(args) == 3 && args[0] == "server":
		count, err := strconv.Atoi(args[1])
		if err != nil {
			log.Fatal(err)
		}
		serve(count, args[2])
	case len(args) == 2 && args[0] == "cache":
		measure(args[1], false)
	case len(args) == 3 && args[0] == "cache" && args[2] == "strip":
		measure(args[1], true)
	default:
		log.Fatal("memory-bench server OBJECTS FILE | cache ADDRESS [strip]")
	}
}
