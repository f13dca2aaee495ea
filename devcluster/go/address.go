// Addresses for pods: every live pod has one of its own.
package main

import (
	"net/netip"
	"sync"

	"k8s.io/apimachinery/pkg/types"
)

// podRange has room for 8 million pods and is apart from the range of the services.
var podRange = netip.MustParsePrefix("10.128.0.0/9")

// addresses is ready for use when empty.
type addresses struct {
	mu     sync.Mutex
	byPod  map[types.UID]netip.Addr
	used   map[netip.Addr]bool
	latest netip.Addr
}

// of returns the pod's address and gives it one first, if need be. Addresses are used again as late as possible.
func (a *addresses) of(pod types.UID) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.init()
	if address, ok := a.byPod[pod]; ok {
		return address.String()
	}
	for {
		a.latest = a.latest.Next()
		if !podRange.Contains(a.latest) {
			a.latest = podRange.Addr().Next()
		}
		if !a.used[a.latest] {
			a.take(pod, a.latest)
			return a.latest.String()
		}
	}
}

// reserve notes an address that the pod has from an earlier run.
func (a *addresses) reserve(pod types.UID, text string) {
	address, err := netip.ParseAddr(text)
	if err != nil || !podRange.Contains(address) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.init()
	if _, ok := a.byPod[pod]; !ok && !a.used[address] {
		a.take(pod, address)
	}
}

func (a *addresses) release(pod types.UID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if address, ok := a.byPod[pod]; ok {
		delete(a.byPod, pod)
		delete(a.used, address)
	}
}

func (a *addresses) init() {
	if a.byPod == nil {
		a.byPod, a.used, a.latest = map[types.UID]netip.Addr{}, map[netip.Addr]bool{}, podRange.Addr()
	}
}

func (a *addresses) take(pod types.UID, address netip.Addr) {
	a.byPod[pod] = address
	a.used[address] = true
}
