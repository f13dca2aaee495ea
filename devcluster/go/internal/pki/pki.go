// Package pki makes the certificates and keys of the control plane, and makes them once: what a folder already
// holds is used again, so that kubeconfigs and ServiceAccount tokens outlive a restart.
package pki

import (
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"
)

// The users of the client certificates. Those that begin with `devcluster:` are ours.
const (
	UserAdmin       = "devcluster-admin"
	UserControllers = "system:kube-controller-manager"
	UserScheduler   = "system:kube-scheduler"
	UserGC          = "devcluster:gc"
	UserNode        = "devcluster:node"
	UserProbe       = "devcluster:probe"
)

// FrontProxyName is the only name that aggregated API servers accept in the front proxy's certificate.
const FrontProxyName = "front-proxy-client"

// Pair is a certificate and its key (PKCS#8, which every TLS stack reads), both PEM.
type Pair struct {
	CertFile, KeyFile string
	Cert, Key         []byte
}

// Bundle is everything the control plane needs.
type Bundle struct {
	CA, FrontProxyCA                                Pair
	Server, FrontProxy                              Pair
	Admin, Controllers, Scheduler, GC, Node, Probe  Pair
	ServiceAccountKeyFile, ServiceAccountPublicFile string
}

// Ensure loads the bundle from dir and makes what is missing, damaged, about to expire at the time now, or
// signed by another authority.
func Ensure(dir string, now time.Time) (*Bundle, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("pki folder: %w", err)
	}
	s := store{dir: dir, now: now}
	root, err := s.authority("ca", "devcluster-ca")
	if err != nil {
		return nil, err
	}
	front, err := s.authority("front-proxy-ca", "devcluster-front-proxy-ca")
	if err != nil {
		return nil, err
	}
	b := &Bundle{CA: root.pair, FrontProxyCA: front.pair}
	masters := []string{"system:masters"}
	for _, leaf := range []struct {
		into *Pair
		by   *authority
		want request
	}{
		{&b.Server, root, request{file: "apiserver", name: "kube-apiserver", server: true, dns: serverNames(), ips: serverIPs()}},
		{&b.FrontProxy, front, request{file: "front-proxy-client", name: FrontProxyName}},
		{&b.Admin, root, request{file: "admin", name: UserAdmin, groups: masters}},
		{&b.Controllers, root, request{file: "controllers", name: UserControllers}},
		{&b.Scheduler, root, request{file: "scheduler", name: UserScheduler}},
		{&b.GC, root, request{file: "gc", name: UserGC, groups: masters}},
		{&b.Node, root, request{file: "node", name: UserNode, groups: masters}},
		{&b.Probe, root, request{file: "probe", name: UserProbe, groups: masters}},
	} {
		if *leaf.into, err = s.leaf(leaf.by, leaf.want); err != nil {
			return nil, err
		}
	}
	b.ServiceAccountKeyFile = filepath.Join(dir, "sa.key")
	b.ServiceAccountPublicFile = filepath.Join(dir, "sa.pub")
	return b, s.serviceAccountKeys(b.ServiceAccountKeyFile, b.ServiceAccountPublicFile)
}

// serverNames are the names under which clients inside and outside of a cluster reach the API server.
func serverNames() []string {
	return []string{
		"localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc",
		"kubernetes.default.svc.cluster.local",
	}
}

// serverIPs are the loopback addresses and the first service address, that of the service `kubernetes`.
func serverIPs() []net.IP {
	return []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback, net.IPv4(10, 96, 0, 1)}
}

// request describes a certificate to have.
type request struct {
	file, name string
	groups     []string
	server     bool
	dns        []string
	ips        []net.IP
}

func (r request) usage() x509.ExtKeyUsage {
	if r.server {
		return x509.ExtKeyUsageServerAuth
	}
	return x509.ExtKeyUsageClientAuth
}

// describes says whether cert is what was asked for.
func (r request) describes(cert *x509.Certificate) bool {
	if cert.Subject.CommonName != r.name || len(cert.Subject.Organization) != len(r.groups) ||
		len(cert.DNSNames) != len(r.dns) || len(cert.IPAddresses) != len(r.ips) ||
		len(cert.ExtKeyUsage) != 1 || cert.ExtKeyUsage[0] != r.usage() {
		return false
	}
	for i := range r.groups {
		if cert.Subject.Organization[i] != r.groups[i] {
			return false
		}
	}
	for i := range r.dns {
		if cert.DNSNames[i] != r.dns[i] {
			return false
		}
	}
	for i := range r.ips {
		if !cert.IPAddresses[i].Equal(r.ips[i]) {
			return false
		}
	}
	return true
}
