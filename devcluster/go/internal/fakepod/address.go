// Addresses for pods: every live pod has one of its own.
package fakepod

import (
	"net/netip"
	"sync"

	"k8s.io/apimachinery/pkg/types"
)

// podRange has room for 8 million pods and is apart from the range of the services.
var podRange = netip.MustParsePrefix("10.128.0.0/9")

// Addresses gives out the addresses. The zero value is ready for use.
type Addresses struct {
	mu     sync.Mutex
	byPod  map[types.UID]netip.Addr
	used   map[netip.Addr]bool
	latest netip.Addr
}

// Of returns the pod's address and gives it one first, if need be. Addresses are used again as late as possible.
func (a *Addresses) Of(pod types.UID) string {
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

// Reserve notes an address that the pod has from an earlier run.
func (a *Addresses) Reserve(pod types.UID, text string) {
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

// Release takes the address of a pod that is gone.
func (a *Addresses) Release(pod types.UID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if address, ok := a.byPod[pod]; ok {
		delete(a.byPod, pod)
		delete(a.used, address)
	}
}

func (a *Addresses) init() {
	if a.byPod == nil {
		a.byPod, a.used, a.latest = map[types.UID]netip.Addr{}, map[netip.Addr]bool{}, podRange.Addr()
	}
}

func (a *Addresses) take(pod types.UID, address netip.Addr) {
	a.byPod[pod] = address
	a.used[address] = true
}
