// The standard streams: standard output and error belong to the launcher, so the log must get what upstream code
// prints, and the real streams only what we mean to say.
package main

import (
	"fmt"
	"os"
	"syscall"
)

// keepStreams returns duplicates of standard output and error, which outlast redirectStreams.
func keepStreams() (stdout, stderr *os.File, err error) {
	if stdout, err = duplicate(1, "stdout"); err != nil {
		return nil, nil, err
	}
	stderr, err = duplicate(2, "stderr")
	return stdout, stderr, err
}

// redirectStreams sends standard output and error to the file. The file descriptors themselves are redirected,
// because upstream packages take hold of os.Stderr when they are loaded.
func redirectStreams(to *os.File) error {
	for _, fd := range []int{1, 2} {
		if err := redirect(int(to.Fd()), fd); err != nil {
			return fmt.Errorf("redirect file descriptor %d: %w", fd, err)
		}
	}
	return nil
}

func duplicate(fd int, name string) (*os.File, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	copied, err := syscall.Dup(fd)
	if err != nil {
		return nil, fmt.Errorf("keep %s: %w", name, err)
	}
	syscall.CloseOnExec(copied)
	return os.NewFile(uintptr(copied), name), nil
}
