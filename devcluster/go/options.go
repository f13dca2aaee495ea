// The options of `devcluster up`.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"time"
)

type options struct {
	dir             string
	port            int
	auditLog        string
	emulatedVersion string
	nodes           int
	gcSync          time.Duration
	fsync           bool
	exitOnStdinEOF  bool
	linger          time.Duration
	verbose         bool
}

var errUsage = errors.New("wrong usage")

var minorVersion = regexp.MustCompile(`^1\.[0-9]+$`)

// parseOptions reads the command line; all paths come out absolute.
func parseOptions(args []string, help io.Writer) (options, error) {
	var o options
	fs := flag.NewFlagSet("devcluster up", flag.ContinueOnError)
	// An error is one line, printed by the caller.
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.dir, "dir", "", "folder of the control plane: keys, data, kubeconfig, logs (required)")
	fs.IntVar(&o.port, "port", 0, "port of the API server; 0 takes the one the folder has had before, or any free one")
	fs.StringVar(&o.auditLog, "audit-log", "", "append an audit log (level Metadata, without the control plane's own requests) to this file")
	fs.StringVar(&o.emulatedVersion, "emulated-version", "", "serve the API of this earlier minor, such as 1.34")
	fs.IntVar(&o.nodes, "nodes", 1, "number of nodes")
	fs.DurationVar(&o.gcSync, "gc-sync", time.Second, "how often the garbage collector looks for new kinds (stock clusters: 30s)")
	fs.BoolVar(&o.fsync, "fsync", false, "make etcd wait for the disk; without it data outlives the process but not a crash of the machine")
	fs.BoolVar(&o.exitOnStdinEOF, "exit-on-stdin-eof", false, "stop when standard input ends")
	fs.DurationVar(&o.linger, "linger", 0, "stop when for this long no connection to DIR/hold.sock has been open; 0 for never")
	fs.BoolVar(&o.verbose, "v", false, "write much more into DIR/log")
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(help, "usage: devcluster up --dir DIR [options]")
		fs.SetOutput(help)
		fs.PrintDefaults()
		return o, err
	} else if err != nil {
		return o, fmt.Errorf("%w: %w", errUsage, err)
	}
	switch {
	case fs.NArg() > 0:
		return o, fmt.Errorf("%w: unexpected argument %q", errUsage, fs.Arg(0))
	case o.dir == "":
		return o, fmt.Errorf("%w: --dir is required", errUsage)
	case o.port < 0 || o.port > 65535:
		return o, fmt.Errorf("%w: --port %d is not a port", errUsage, o.port)
	case o.nodes < 0:
		return o, fmt.Errorf("%w: --nodes %d is negative", errUsage, o.nodes)
	case o.gcSync <= 0:
		return o, fmt.Errorf("%w: --gc-sync %v is not positive", errUsage, o.gcSync)
	case o.linger < 0:
		return o, fmt.Errorf("%w: --linger %v is negative", errUsage, o.linger)
	case o.emulatedVersion != "" && !minorVersion.MatchString(o.emulatedVersion):
		return o, fmt.Errorf("%w: --emulated-version %q is not a minor version such as 1.34", errUsage, o.emulatedVersion)
	}
	for _, path := range []*string{&o.dir, &o.auditLog} {
		if *path == "" {
			continue
		}
		absolute, err := filepath.Abs(*path)
		if err != nil {
			return o, err
		}
		*path = absolute
	}
	return o, nil
}
