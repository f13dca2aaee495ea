// kube-scheduler.
package main

import (
	"context"

	"k8s.io/kubernetes/cmd/kube-scheduler/app"
	scheduleroptions "k8s.io/kubernetes/cmd/kube-scheduler/app/options"
)

func (c *cluster) scheduler(ctx context.Context) (func() error, error) {
	opts := scheduleroptions.NewOptions()
	err := parse("kube-scheduler", opts.Flags.FlagSets, []string{
		"--kubeconfig=" + c.schedulerConfig(),
		"--authentication-kubeconfig=" + c.schedulerConfig(),
		"--authorization-kubeconfig=" + c.schedulerConfig(),
		"--leader-elect=false",
		"--secure-port=0",
		"--kube-api-qps=1000",
		"--kube-api-burst=2000",
	})
	if err != nil {
		return nil, err
	}
	config, scheduler, err := app.Setup(ctx, opts)
	if err != nil {
		return nil, err
	}
	// Run returns an error at a normal stop, too.
	return func() error { return app.Run(ctx, config, scheduler) }, nil
}
