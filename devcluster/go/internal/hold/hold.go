// Package hold lets processes share one control plane: each keeps a connection to a unix socket open, and the
// control plane ends some time after the last of them is gone. A killed process holds nothing any more, because
// its connections are closed by the operating system.
package hold

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// Greeting is written to every connection that counts as a hold. A connection that ends without it came too
// late: the control plane is stopping.
const Greeting = "held\n"

// maxPath is what fits into a socket address on every Unix (104 bytes on macOS and the BSDs, with the final NUL).
const maxPath = 103

// Gate counts holds.
type Gate struct {
	listener net.Listener
	// after is time.AfterFunc; a test puts a clock of its own here.
	after func(time.Duration, func()) stopper

	mu      sync.Mutex
	holders map[net.Conn]struct{}
	armed   bool
	linger  time.Duration
	timer   stopper
	// round tells a timer that fires late from the present one.
	round   int
	closed  bool
	expired chan struct{}
}

type stopper interface{ Stop() bool }

// Listen opens the socket, in place of one that a killed process left behind; the caller makes sure that no
// other process uses it.
func Listen(path string) (*Gate, error) {
	if len(path) > maxPath {
		return nil, fmt.Errorf("the path of the socket for holds has %d bytes, more than the %d a socket address takes: use a shorter --dir or no --linger (%s)", len(path), maxPath, path)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("socket for holds: %w", err)
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("socket for holds: %w", err)
	}
	g := newGate(func(d time.Duration, f func()) stopper { return time.AfterFunc(d, f) })
	g.listener = listener
	go g.accept()
	return g, nil
}

func newGate(after func(time.Duration, func()) stopper) *Gate {
	return &Gate{after: after, holders: map[net.Conn]struct{}{}, expired: make(chan struct{})}
}

// Arm starts the clock: the returned channel is closed when there has been no hold for the time linger, counted
// from this call or from the end of the last hold. From that moment on no connection becomes a hold.
func (g *Gate) Arm(linger time.Duration) <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.armed, g.linger = true, linger
	if len(g.holders) == 0 {
		g.wind()
	}
	return g.expired
}

// Close ends all holds and removes the socket.
func (g *Gate) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut()
	for conn := range g.holders {
		conn.Close()
	}
}

func (g *Gate) accept() {
	for {
		conn, err := g.listener.Accept()
		if err != nil {
			return
		}
		go g.serve(conn)
	}
}

// serve keeps one hold until its client closes the connection, or dies.
func (g *Gate) serve(conn net.Conn) {
	defer conn.Close()
	if !g.begin(conn) {
		return
	}
	defer g.end(conn)
	if _, err := io.WriteString(conn, Greeting); err != nil {
		return
	}
	// Whatever ends the reading ends the hold; the content has no meaning.
	_, _ = io.Copy(io.Discard, conn)
}

func (g *Gate) begin(conn net.Conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.unwind()
	g.holders[conn] = struct{}{}
	return true
}

func (g *Gate) end(conn net.Conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.holders, conn)
	if len(g.holders) == 0 && g.armed && !g.closed {
		g.wind()
	}
}

// wind starts the timer; the caller holds the lock.
func (g *Gate) wind() {
	g.unwind()
	round := g.round
	g.timer = g.after(g.linger, func() { g.expire(round) })
}

// unwind makes a running timer void; the caller holds the lock.
func (g *Gate) unwind() {
	g.round++
	if g.timer != nil {
		g.timer.Stop()
		g.timer = nil
	}
}

func (g *Gate) expire(round int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed || g.round != round {
		return
	}
	g.shut()
	close(g.expired)
}

// shut refuses further holds; the caller holds the lock.
func (g *Gate) shut() {
	g.unwind()
	g.closed = true
	if g.listener != nil {
		g.listener.Close()
	}
}
