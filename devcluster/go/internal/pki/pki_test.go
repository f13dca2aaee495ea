// The tests cover what a restart relies on: the same bytes again, and repair of single files.
package pki

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func read(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, e := range entries {
		if all[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func ensure(t *testing.T, dir string, now time.Time) *Bundle {
	t.Helper()
	b, err := Ensure(dir, now)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// changed lists the files that differ between two readings.
func changed(before, after map[string][]byte) (names []string) {
	for name := range after {
		if !bytes.Equal(before[name], after[name]) {
			names = append(names, name)
		}
	}
	return names
}

func TestSecondStartChangesNothing(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	ensure(t, dir, now)
	before := read(t, dir)
	b := ensure(t, dir, now.Add(time.Hour))
	if names := changed(before, read(t, dir)); len(names) > 0 {
		t.Fatalf("changed: %v", names)
	}
	if !bytes.Equal(b.Admin.Cert, before["admin.crt"]) || !bytes.Equal(b.Admin.Key, before["admin.key"]) {
		t.Fatal("the bundle does not hold what the files hold")
	}
}

func TestKeysArePKCS8AndPrivate(t *testing.T) {
	dir := t.TempDir()
	ensure(t, dir, time.Now())
	for name, data := range read(t, dir) {
		if filepath.Ext(name) != ".key" {
			continue
		}
		block, _ := pem.Decode(data)
		if block == nil || block.Type != "PRIVATE KEY" {
			t.Errorf("%s is not PKCS#8", name)
		}
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, error %v", name, info.Mode(), err)
		}
	}
}

func TestLeavesVerify(t *testing.T) {
	b := ensure(t, t.TempDir(), time.Now())
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(b.CA.Cert)
	block, _ := pem.Decode(b.Server.Cert)
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"127.0.0.1", "::1", "localhost", "kubernetes.default.svc"} {
		if _, err := cert.Verify(x509.VerifyOptions{Roots: roots, DNSName: name}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOnlyADamagedLeafIsMadeAnew(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	ensure(t, dir, now)
	before := read(t, dir)
	path := filepath.Join(dir, "gc.crt")
	if err := os.WriteFile(path, before["gc.crt"][:100], 0o600); err != nil {
		t.Fatal(err)
	}
	ensure(t, dir, now)
	for _, name := range changed(before, read(t, dir)) {
		if name != "gc.crt" && name != "gc.key" {
			t.Errorf("%s changed", name)
		}
	}
	if bytes.Equal(read(t, dir)["gc.crt"], before["gc.crt"][:100]) {
		t.Error("gc.crt is still damaged")
	}
}

func TestNewAuthoritySignsAllLeavesAnew(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	ensure(t, dir, now)
	before := read(t, dir)
	if err := os.Remove(filepath.Join(dir, "ca.key")); err != nil {
		t.Fatal(err)
	}
	b := ensure(t, dir, now)
	after := read(t, dir)
	if bytes.Equal(before["admin.crt"], after["admin.crt"]) || bytes.Equal(before["ca.crt"], after["ca.crt"]) {
		t.Error("certificates of the lost authority are still there")
	}
	if !bytes.Equal(before["front-proxy-client.crt"], after["front-proxy-client.crt"]) || !bytes.Equal(before["sa.key"], after["sa.key"]) {
		t.Error("what the lost authority did not sign has changed")
	}
	if !bytes.Equal(b.CA.Cert, after["ca.crt"]) {
		t.Error("the bundle holds the old authority")
	}
}

func TestCertificatesAreRenewedBeforeTheyExpire(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	ensure(t, dir, now)
	before := read(t, dir)
	ensure(t, dir, now.Add(lifetime-renewBefore+time.Minute))
	if after := read(t, dir); bytes.Equal(before["admin.crt"], after["admin.crt"]) {
		t.Error("not renewed")
	}
}
