// The folder of a control plane: lock, port, logs.
package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"k8s.io/klog/v2"

	"kubewright.dev/devcluster/internal/files"
)

var errInUse = errors.New("in use")

// Ports are taken from below the range from which systems choose the ports of outgoing connections: a client
// that keeps trying to reach a stopped API server inside that range can get its port, and even connect to itself.
const (
	firstPort = 20000
	lastPort  = 32000
)

// stateDir is the folder, locked for as long as the process lives.
type stateDir struct {
	path string
	lock *os.File
}

// openStateDir makes the folder and locks it. A process that has just been killed keeps its lock for a moment.
func openStateDir(path string) (*stateDir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("folder of the control plane: %w", err)
	}
	d := &stateDir{path: path}
	lock, err := os.OpenFile(d.file("lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	d.lock = lock
	for giveUp := time.Now().Add(500 * time.Millisecond); ; time.Sleep(20 * time.Millisecond) {
		err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return d, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			lock.Close()
			return nil, fmt.Errorf("lock %s: %w", lock.Name(), err)
		}
		if time.Now().After(giveUp) {
			lock.Close()
			return nil, fmt.Errorf("folder %s is %w by another devcluster", path, errInUse)
		}
	}
}

func (d *stateDir) file(parts ...string) string {
	return filepath.Join(append([]string{d.path}, parts...)...)
}

// listen opens the API server's port and remembers it. With port 0 it takes the remembered one; if somebody else
// has that by now, or there is none, any free one.
func (d *stateDir) listen(port int) (net.Listener, error) {
	wanted := port
	if wanted == 0 {
		wanted = d.rememberedPort()
	}
	if wanted != 0 {
		// The process that had the port may be about to end.
		for giveUp := time.Now().Add(2 * time.Second); ; time.Sleep(50 * time.Millisecond) {
			listener, err := loopback(wanted)
			if err == nil {
				return listener, d.rememberPort(listener)
			}
			if time.Now().After(giveUp) {
				if port != 0 {
					return nil, fmt.Errorf("port of the API server: %w", err)
				}
				klog.Infof("the port of the last run is taken: %v", err)
				break
			}
		}
	}
	for range 64 {
		if listener, err := loopback(firstPort + rand.IntN(lastPort-firstPort)); err == nil {
			return listener, d.rememberPort(listener)
		}
	}
	listener, err := loopback(0)
	if err != nil {
		return nil, fmt.Errorf("port of the API server: %w", err)
	}
	return listener, d.rememberPort(listener)
}

func loopback(port int) (net.Listener, error) {
	return net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", port))
}

func (d *stateDir) rememberedPort() int {
	text, err := os.ReadFile(d.file("port"))
	if err != nil {
		return 0
	}
	port, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || port < 0 || port > 65535 {
		return 0
	}
	return port
}

func (d *stateDir) rememberPort(listener net.Listener) error {
	text := fmt.Sprintf("%d\n", portOf(listener))
	return files.WriteAtomic(d.file("port"), []byte(text), 0o600)
}

func portOf(listener net.Listener) int {
	return listener.Addr().(*net.TCPAddr).Port
}

// openLogs sends everything that is printed to log/devcluster.log; the log of the run before is kept next to it.
// A crash of the Go runtime is reported to the given stream, too.
func (d *stateDir) openLogs(crashes *os.File) error {
	if err := os.MkdirAll(d.file("log"), 0o700); err != nil {
		return fmt.Errorf("log: %w", err)
	}
	for _, name := range []string{"devcluster.log", "etcd.log"} {
		path := d.file("log", name)
		if err := os.Rename(path, path+".1"); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("log: %w", err)
		}
	}
	file, err := os.OpenFile(d.file("log", "devcluster.log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("log: %w", err)
	}
	defer file.Close()
	if err := debug.SetCrashOutput(crashes, debug.CrashOptions{}); err != nil {
		return fmt.Errorf("log: %w", err)
	}
	return redirectStreams(file)
}
