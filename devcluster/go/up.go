// The command `devcluster up`: start everything, say that it is ready, wait for a reason to stop, stop in order.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"k8s.io/component-base/version"
	"k8s.io/klog/v2"

	"kubewright.dev/devcluster/internal/files"
	"kubewright.dev/devcluster/internal/hold"
	"kubewright.dev/devcluster/internal/pki"
)

// stopLimit is how long an ordered stop may take.
const stopLimit = 10 * time.Second

// stopRequest is the cause of an ordered stop, as opposed to a failure.
type stopRequest string

func (r stopRequest) Error() string { return string(r) }

// readiness is the line that says the control plane is ready; the launcher reads it.
type readiness struct {
	Kubeconfig      string `json:"kubeconfig"`
	Server          string `json:"server"`
	Version         string `json:"version"`
	EmulatedVersion string `json:"emulatedVersion"`
	PID             int    `json:"pid"`
	ReadyMillis     int64  `json:"readyMillis"`
	AuditLog        string `json:"auditLog"`
}

// up runs a control plane until it is told to stop. It returns nil after an ordered stop.
func up(opts options, stdout, stderr *os.File) error {
	dir, err := openStateDir(opts.dir)
	if err != nil {
		return err
	}
	defer dir.lock.Close()
	readyFile := dir.file("ready.json")
	if err := remove(readyFile); err != nil {
		return err
	}
	if err := dir.openLogs(stderr); err != nil {
		return err
	}
	var gate *hold.Gate
	if opts.linger > 0 {
		if gate, err = hold.Listen(dir.file("hold.sock")); err != nil {
			return err
		}
		defer gate.Close()
	}
	ctx, end := context.WithCancelCause(context.Background())
	defer end(nil)
	stopOnSignal(end)
	if opts.exitOnStdinEOF {
		go stopOnEOF(end)
	}
	g := &group{failed: end}
	err = start(ctx, g, dir, opts, func(line readiness) error {
		text, err := json.Marshal(line)
		if err != nil {
			return err
		}
		text = append(text, '\n')
		if err := files.WriteAtomic(readyFile, text, 0o600); err != nil {
			return err
		}
		if gate != nil {
			go stopOnExpiry(ctx, gate.Arm(opts.linger), opts.linger, end)
		}
		if _, err := stdout.Write(text); err != nil {
			return fmt.Errorf("say that the control plane is ready: %w", err)
		}
		return nil
	})
	if err == nil {
		<-ctx.Done()
	}
	// A start that failed because it was interrupted has the cause of the interruption.
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	klog.Infof("stopping: %v", err)
	// Nobody must find a control plane that is going away.
	removed := remove(readyFile)
	if gate != nil {
		gate.Close()
	}
	stopped := g.stop(stopLimit)
	if _, ok := errors.AsType[stopRequest](err); ok {
		err = nil
	}
	return errors.Join(err, stopped, removed)
}

// start brings the components up and announces readiness.
func start(ctx context.Context, g *group, dir *stateDir, opts options, announce func(readiness) error) error {
	keys, err := pki.Ensure(dir.file("pki"), started)
	if err != nil {
		return err
	}
	listener, err := dir.listen(opts.port)
	if err != nil {
		return err
	}
	c := &cluster{
		dir: dir, opts: opts, keys: keys, listener: listener,
		server: fmt.Sprintf("https://127.0.0.1:%d", portOf(listener)),
	}
	if err := c.writeKubeconfigs(); err != nil {
		return err
	}
	if err := g.start(ctx, "etcd", c.etcd); err != nil {
		return err
	}
	if err := g.start(ctx, "kube-apiserver", c.apiserver); err != nil {
		return err
	}
	if err := c.waitForAPIServer(ctx); err != nil {
		return err
	}
	for _, part := range []struct {
		name    string
		prepare func(context.Context) (func() error, error)
	}{
		{"kube-controller-manager", c.controllers},
		{"garbage collector", c.garbageCollector},
		{"kube-scheduler", c.scheduler},
		{"nodes", c.nodes},
	} {
		if err := g.start(ctx, part.name, part.prepare); err != nil {
			return err
		}
	}
	if err := c.waitForDefaults(ctx); err != nil {
		return err
	}
	return announce(readiness{
		Kubeconfig: dir.file("kubeconfig"), Server: c.server,
		Version: version.Get().GitVersion, EmulatedVersion: opts.emulatedVersion,
		PID: os.Getpid(), ReadyMillis: time.Since(started).Milliseconds(), AuditLog: opts.auditLog,
	})
}

// stopOnSignal asks for an ordered stop at the first SIGTERM or SIGINT; a second one ends the process at once.
func stopOnSignal(end context.CancelCauseFunc) {
	// A reader of our output that is gone must not kill us: we still have to stop in order.
	signal.Ignore(syscall.SIGPIPE)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		got := <-signals
		signal.Stop(signals)
		end(stopRequest(got.String()))
	}()
}

func stopOnEOF(end context.CancelCauseFunc) {
	// An error of reading is an end, too.
	_, _ = io.Copy(io.Discard, os.Stdin)
	end(stopRequest("standard input ended"))
}

func stopOnExpiry(ctx context.Context, expired <-chan struct{}, linger time.Duration, end context.CancelCauseFunc) {
	select {
	case <-expired:
		end(stopRequest(fmt.Sprintf("nobody has held the control plane for %v", linger)))
	case <-ctx.Done():
	}
}

func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
