// etcd, embedded, behind a unix socket.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
)

const etcdReadyLimit = time.Minute

// plainPath is what goes into a unix:// URL without quoting, short enough for a socket address.
var plainPath = regexp.MustCompile(`^/[A-Za-z0-9/._+-]{1,99}$`)

func (c *cluster) etcd(ctx context.Context) (func() error, error) {
	socket, cleanup, err := c.etcdSocket()
	if err != nil {
		return nil, err
	}
	c.etcdURL = "unix://" + socket
	server, err := embed.StartEtcd(c.etcdConfig(socket))
	if err != nil {
		cleanup()
		return nil, err
	}
	run := func() error {
		defer cleanup()
		defer server.Close()
		select {
		case <-ctx.Done():
			return nil
		case err := <-server.Err():
			return err
		}
	}
	select {
	case <-server.Server.ReadyNotify():
		return run, nil
	case err := <-server.Err():
		return run, err
	case <-time.After(etcdReadyLimit):
		return run, fmt.Errorf("not ready after %v", etcdReadyLimit)
	case <-ctx.Done():
		return run, ctx.Err()
	}
}

func (c *cluster) etcdConfig(socket string) *embed.Config {
	config := embed.NewConfig()
	config.Dir = c.dir.file("etcd")
	config.LogLevel = "warn"
	if c.opts.verbose {
		config.LogLevel = "info"
	}
	config.LogOutputs = []string{c.dir.file("log", "etcd.log")}
	config.UnsafeNoFsync = !c.opts.fsync
	// The only member need not wait long before it elects itself.
	config.TickMs, config.ElectionMs = 10, 100
	config.QuotaBackendBytes = 4 << 30
	peer := url.URL{Scheme: "http", Host: "127.0.0.1:0"}
	config.ListenClientUrls = []url.URL{{Scheme: "unix", Path: socket}}
	config.ListenPeerUrls, config.AdvertisePeerUrls = []url.URL{peer}, []url.URL{peer}
	// Nobody asks the member list for an address, but it must be one, and the same after a restart.
	config.AdvertiseClientUrls = []url.URL{{Scheme: "http", Host: "127.0.0.1:0"}}
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	return config
}

// etcdSocket chooses a path for the socket: in our folder (closed to others) if the path is short and plain,
// else in a temporary one. A socket that a killed process left behind is removed.
func (c *cluster) etcdSocket() (string, func(), error) {
	socket := c.dir.file("etcd.sock")
	if plainPath.MatchString(socket) {
		if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", nil, err
		}
		return socket, func() { os.Remove(socket) }, nil
	}
	// os.TempDir may be long itself; /tmp is on every Unix.
	dir, err := os.MkdirTemp("/tmp", "devcluster-")
	if err != nil {
		return "", nil, err
	}
	return filepath.Join(dir, "etcd.sock"), func() { os.RemoveAll(dir) }, nil
}
