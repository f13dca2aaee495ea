//go:build !linux

// Redirection of the standard streams on the other Unixes.
package main

import "syscall"

func redirect(from, to int) error { return syscall.Dup2(from, to) }
