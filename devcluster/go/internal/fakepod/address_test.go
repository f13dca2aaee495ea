// The tests cover that no two pods share an address, over a restart, too.
package fakepod

import (
	"fmt"
	"testing"

	"k8s.io/apimachinery/pkg/types"
)

func TestAddressesAreUniqueAndStay(t *testing.T) {
	var a Addresses
	seen := map[string]bool{}
	for i := range 1000 {
		pod := types.UID(fmt.Sprint(i))
		address := a.Of(pod)
		if seen[address] {
			t.Fatalf("%s twice", address)
		}
		seen[address] = true
		if again := a.Of(pod); again != address {
			t.Fatalf("%s became %s", address, again)
		}
	}
}

func TestAddressesOfAnEarlierRunAreNotGivenOut(t *testing.T) {
	var a Addresses
	a.Reserve("old", "10.128.0.1")
	if got := a.Of("old"); got != "10.128.0.1" {
		t.Fatalf("the old pod now has %s", got)
	}
	if got := a.Of("new"); got == "10.128.0.1" {
		t.Fatal("given out twice")
	}
}

func TestAReleasedAddressIsNotUsedAtOnce(t *testing.T) {
	var a Addresses
	first := a.Of("one")
	a.Release("one")
	if got := a.Of("two"); got == first {
		t.Fatalf("%s is used again at once", got)
	}
	a.Reserve("three", first)
	if got := a.Of("three"); got != first {
		t.Fatalf("%s is still taken, got %s", first, got)
	}
}
