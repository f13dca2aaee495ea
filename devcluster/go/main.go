// Command devcluster is a real Kubernetes control plane in one process: etcd, kube-apiserver,
// kube-controller-manager, kube-scheduler and nodes whose pods become ready without running anything.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	etcdversion "go.etcd.io/etcd/api/v3/version"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	"k8s.io/component-base/version"
	apiserverapp "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllersapp "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	schedulerapp "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

// Exit codes, beside 0: done, or stopped in order.
const (
	exitFailed = 1
	exitUsage  = 2
	exitInUse  = 3
)

const usage = `usage:
  devcluster up --dir DIR [options]   run a control plane in the foreground (devcluster up --help)
  devcluster assets DIR               make DIR a KUBEBUILDER_ASSETS folder, for envtest and its kin
  devcluster version                  print the versions as one line of JSON
`

// started is as near to the start of the process as Go code gets; readiness is measured from here.
var started = time.Now()

func main() {
	switch name := filepath.Base(os.Args[0]); name {
	case "etcd":
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		os.Exit(cli.Run(apiserverapp.NewAPIServerCommand()))
	case "kube-controller-manager":
		os.Exit(cli.Run(controllersapp.NewControllerManagerCommand()))
	case "kube-scheduler":
		os.Exit(cli.Run(schedulerapp.NewSchedulerCommand()))
	default:
		os.Exit(run(os.Args[1:]))
	}
}

// run executes one of our own commands and returns the exit code. `up` sends the standard streams to its log, so
// the real ones are kept here.
func run(args []string) int {
	stdout, stderr, err := keepStreams()
	switch {
	case err != nil:
		stderr = os.Stderr
	case len(args) == 2 && args[0] == "assets":
		err = assets(args[1])
	case len(args) == 1 && args[0] == "version":
		err = json.NewEncoder(stdout).Encode(struct {
			Kubernetes string `json:"kubernetes"`
			Etcd       string `json:"etcd"`
			Go         string `json:"go"`
		}{version.Get().GitVersion, etcdversion.Version, runtime.Version()})
	case len(args) > 0 && args[0] == "up":
		var opts options
		if opts, err = parseOptions(args[1:], stdout); err == nil {
			err = up(opts, stdout, stderr)
		}
	default:
		fmt.Fprint(stderr, usage)
		return exitUsage
	}
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return 0
	}
	// One line, whatever upstream code has put into its error.
	fmt.Fprintf(stderr, "devcluster: %s\n", strings.ReplaceAll(err.Error(), "\n", "; "))
	switch {
	case errors.Is(err, errUsage):
		return exitUsage
	case errors.Is(err, errInUse):
		return exitInUse
	default:
		return exitFailed
	}
}
