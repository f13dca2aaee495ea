// The tests use real sockets and a clock that moves only when a test says so.
package hold

import (
	"bufio"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// clock hands every timer that the gate starts to the test, with its duration.
type clock struct{ started chan *timer }

type timer struct {
	after time.Duration
	fire  func()
}

// Stop does not keep the test from firing the timer: a real one may be past stopping, too.
func (*timer) Stop() bool { return false }

func (c clock) after(d time.Duration, f func()) stopper {
	t := &timer{d, f}
	c.started <- t
	return t
}

func open(t *testing.T) (*Gate, clock, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hold.sock")
	g, err := Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	c := clock{make(chan *timer, 8)}
	g.mu.Lock()
	g.after = c.after
	g.mu.Unlock()
	return g, c, path
}

func take(t *testing.T, path string) net.Conn {
	t.Helper()
	conn, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || line != Greeting {
		t.Fatalf("greeting %q, error %v", line, err)
	}
	return conn
}

func isExpired(expired <-chan struct{}) bool {
	select {
	case <-expired:
		return true
	default:
		return false
	}
}

func TestEndsWhenNobodyEverCame(t *testing.T) {
	g, c, path := open(t)
	expired := g.Arm(time.Minute)
	first := <-c.started
	if first.after != time.Minute {
		t.Fatalf("timer of %v", first.after)
	}
	first.fire()
	<-expired
	if _, err := net.Dial("unix", path); err == nil {
		t.Fatal("the socket still takes connections")
	}
}

func TestAHoldTakenBeforeReadinessCounts(t *testing.T) {
	g, c, path := open(t)
	conn := take(t, path)
	expired := g.Arm(time.Minute)
	if len(c.started) > 0 {
		t.Fatal("the clock runs in spite of a hold")
	}
	conn.Close()
	(<-c.started).fire()
	<-expired
}

func TestOnlyTheLastHoldStartsTheClock(t *testing.T) {
	g, c, path := open(t)
	g.Arm(time.Minute)
	<-c.started
	one, two := take(t, path), take(t, path)
	one.Close()
	// A third hold is served after the end of the first, or before; the second is there all the time.
	three := take(t, path)
	if len(c.started) > 0 {
		t.Fatal("the clock runs in spite of a hold")
	}
	two.Close()
	three.Close()
	<-c.started
}

func TestALateTimerOfAnEarlierRoundEndsNothing(t *testing.T) {
	g, c, path := open(t)
	expired := g.Arm(time.Minute)
	late := <-c.started
	take(t, path).Close()
	present := <-c.started
	late.fire()
	if isExpired(expired) {
		t.Fatal("ended by a timer from before the hold")
	}
	present.fire()
	<-expired
}

func TestCloseEndsTheHolds(t *testing.T) {
	g, _, path := open(t)
	conn := take(t, path)
	g.Close()
	if _, err := conn.Read(make([]byte, 1)); err == nil {
		t.Fatal("the connection is still open")
	}
}

func TestAStaleSocketIsReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hold.sock")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	g, err := Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	take(t, path)
}

func TestALongPathIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("x", 104))
	if _, err := Listen(path); err == nil || !strings.Contains(err.Error(), "--dir") {
		t.Fatalf("error %v", err)
	}
}
