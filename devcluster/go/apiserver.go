// kube-apiserver, through its options and Run: the stock command would take over signals and flags.
package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/rest"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
	apiserveroptions "k8s.io/kubernetes/cmd/kube-apiserver/app/options"

	"kubewright.dev/devcluster/internal/audit"
	"kubewright.dev/devcluster/internal/files"
	"kubewright.dev/devcluster/internal/pki"
)

func (c *cluster) apiserver(ctx context.Context) (func() error, error) {
	// Logging can be set up once in a process; this is where.
	logsapi.ReapplyHandling = logsapi.ReapplyHandlingIgnoreUnchanged
	rest.SetDefaultWarningHandler(rest.NoWarnings{})
	auditFlags, err := c.auditFlags()
	if err != nil {
		return nil, err
	}
	opts := apiserveroptions.NewServerRunOptions()
	named := opts.Flags()
	if err := parse("kube-apiserver", named.FlagSets, append(c.apiserverFlags(), auditFlags...)); err != nil {
		return nil, err
	}
	// The open listener, so that nobody can take the port in between.
	opts.SecureServing.Listener = c.listener
	opts.SecureServing.BindPort = portOf(c.listener)
	// Feature gates and the emulated version belong to the whole process, so they are flags of this component only.
	if err := opts.GenericServerRunOptions.ComponentGlobalsRegistry.Set(); err != nil {
		return nil, err
	}
	if err := logsapi.ValidateAndApply(opts.Logs, utilfeature.DefaultFeatureGate); err != nil {
		return nil, err
	}
	completed, err := opts.Complete(ctx)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(completed.Validate()...); err != nil {
		return nil, err
	}
	return func() error { return app.Run(ctx, completed) }, nil
}

func (c *cluster) apiserverFlags() []string {
	flags := []string{
		"--etcd-servers=" + c.etcdURL,
		// An explicit address is what lets it start on a machine without a default route.
		"--bind-address=127.0.0.1",
		"--advertise-address=127.0.0.1",
		"--external-hostname=127.0.0.1",
		fmt.Sprintf("--secure-port=%d", portOf(c.listener)),
		"--tls-cert-file=" + c.keys.Server.CertFile,
		"--tls-private-key-file=" + c.keys.Server.KeyFile,
		"--client-ca-file=" + c.keys.CA.CertFile,
		"--requestheader-client-ca-file=" + c.keys.FrontProxyCA.CertFile,
		"--requestheader-allowed-names=" + pki.FrontProxyName,
		"--requestheader-username-headers=X-Remote-User",
		"--requestheader-group-headers=X-Remote-Group",
		"--requestheader-extra-headers-prefix=X-Remote-Extra-",
		"--proxy-client-cert-file=" + c.keys.FrontProxy.CertFile,
		"--proxy-client-key-file=" + c.keys.FrontProxy.KeyFile,
		"--service-account-issuer=https://kubernetes.default.svc.cluster.local",
		"--service-account-key-file=" + c.keys.ServiceAccountPublicFile,
		"--service-account-signing-key-file=" + c.keys.ServiceAccountKeyFile,
		"--service-cluster-ip-range=10.96.0.0/16",
		"--authorization-mode=Node,RBAC",
		"--allow-privileged=true",
		"--endpoint-reconciler-type=none",
		"--profiling=false",
		// At a stop, end the watches and refuse requests; else clients with a watch hold the stop up for a minute.
		"--shutdown-watch-termination-grace-period=1s",
		"--shutdown-send-retry-after=true",
		// Priority and fairness divides the sum of these; it must not be what an operator waits for.
		"--max-requests-inflight=2000",
		"--max-mutating-requests-inflight=1000",
	}
	if c.opts.emulatedVersion != "" {
		flags = append(flags, "--emulated-version="+c.opts.emulatedVersion)
	}
	if c.opts.verbose {
		flags = append(flags, "--v=4")
	}
	return flags
}

// auditFlags write events before the last byte of the response, so that who has the response finds the event.
func (c *cluster) auditFlags() ([]string, error) {
	if c.opts.auditLog == "" {
		return nil, nil
	}
	policy := c.dir.file("audit-policy.yaml")
	if err := files.WriteAtomic(policy, []byte(audit.Policy), 0o600); err != nil {
		return nil, err
	}
	return []string{
		"--audit-policy-file=" + policy,
		"--audit-log-path=" + c.opts.auditLog,
		"--audit-log-format=json",
		"--audit-log-mode=blocking",
		// In megabytes: a rotation would take events away from whoever counts them.
		"--audit-log-maxsize=1048576",
	}, nil
}

// parse puts the flag sets of a component into one private set and parses the flags.
func parse(component string, sets map[string]*pflag.FlagSet, flags []string) error {
	all := pflag.NewFlagSet(component, pflag.ContinueOnError)
	for _, set := range sets {
		all.AddFlagSet(set)
	}
	return all.Parse(flags)
}
