// The files of the PKI: loading, checking, making and writing.
package pki

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"time"

	"kubewright.dev/devcluster/internal/files"
)

const (
	lifetime = 10 * 365 * 24 * time.Hour
	// A certificate that would expire within this time is made anew at a start.
	renewBefore = 30 * 24 * time.Hour
)

type store struct {
	dir string
	now time.Time
}

type authority struct {
	pair Pair
	cert *x509.Certificate
	key  crypto.Signer
}

// authority loads or makes a certificate authority.
func (s store) authority(file, name string) (*authority, error) {
	pair := s.pair(file)
	if cert, key, err := load(&pair); err == nil && cert.IsCA && cert.Subject.CommonName == name && s.lasts(cert) {
		return &authority{pair, cert, key}, nil
	} else if err != nil && !errors.Is(err, os.ErrNotExist) && !errors.Is(err, errDamaged) {
		return nil, err
	}
	template := s.template(name)
	template.IsCA, template.BasicConstraintsValid = true, true
	template.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature
	cert, key, err := s.make(&pair, template, nil)
	if err != nil {
		return nil, err
	}
	return &authority{pair, cert, key}, nil
}

// leaf loads or makes a certificate signed by the authority.
func (s store) leaf(by *authority, want request) (Pair, error) {
	pair := s.pair(want.file)
	cert, _, err := load(&pair)
	if err == nil && s.lasts(cert) && want.describes(cert) && cert.CheckSignatureFrom(by.cert) == nil {
		return pair, nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) && !errors.Is(err, errDamaged) {
		return Pair{}, err
	}
	template := s.template(want.name)
	template.Subject.Organization = want.groups
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{want.usage()}
	template.DNSNames, template.IPAddresses = want.dns, want.ips
	_, _, err = s.make(&pair, template, by)
	return pair, err
}

// serviceAccountKeys keeps the key that signs ServiceAccount tokens. The public half is always derived, so that
// the two files can never differ.
func (s store) serviceAccountKeys(keyFile, publicFile string) error {
	key, err := loadKey(keyFile)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, errDamaged) {
		var encoded []byte
		if key, encoded, err = newKey(); err == nil {
			err = files.WriteAtomic(keyFile, encoded, 0o600)
		}
	}
	if err != nil {
		return fmt.Errorf("ServiceAccount key: %w", err)
	}
	der, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		return fmt.Errorf("ServiceAccount key: %w", err)
	}
	return files.WriteAtomic(publicFile, pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), 0o600)
}

func (s store) pair(file string) Pair {
	path := filepath.Join(s.dir, file)
	return Pair{CertFile: path + ".crt", KeyFile: path + ".key"}
}

func (s store) lasts(cert *x509.Certificate) bool {
	return s.now.After(cert.NotBefore) && s.now.Add(renewBefore).Before(cert.NotAfter)
}

func (s store) template(name string) *x509.Certificate {
	return &x509.Certificate{
		Subject: pkix.Name{CommonName: name},
		// Clocks of containers and hosts may differ a little.
		NotBefore: s.now.Add(-time.Hour),
		NotAfter:  s.now.Add(lifetime),
	}
}

// make signs the template (by itself if by is nil) and writes the pair, the key first: a certificate without its
// key does not count as loaded.
func (s store) make(pair *Pair, template *x509.Certificate, by *authority) (*x509.Certificate, crypto.Signer, error) {
	fail := func(err error) (*x509.Certificate, crypto.Signer, error) {
		return nil, nil, fmt.Errorf("make %s: %w", pair.CertFile, err)
	}
	key, encoded, err := newKey()
	if err != nil {
		return fail(err)
	}
	if template.SerialNumber, err = rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120)); err != nil {
		return fail(err)
	}
	parent, signer := template, crypto.Signer(key)
	if by != nil {
		parent, signer = by.cert, by.key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), signer)
	if err != nil {
		return fail(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		return fail(err)
	}
	pair.Key = encoded
	pair.Cert = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	if err := files.WriteAtomic(pair.KeyFile, pair.Key, 0o600); err != nil {
		return nil, nil, err
	}
	return cert, key, files.WriteAtomic(pair.CertFile, pair.Cert, 0o600)
}

var errDamaged = errors.New("damaged")

// load reads a pair; a certificate that does not belong to the key is as good as none (errDamaged).
func load(pair *Pair) (*x509.Certificate, crypto.Signer, error) {
	var err error
	if pair.Cert, err = os.ReadFile(pair.CertFile); err != nil {
		return nil, nil, err
	}
	if pair.Key, err = os.ReadFile(pair.KeyFile); err != nil {
		return nil, nil, err
	}
	both, err := tls.X509KeyPair(pair.Cert, pair.Key)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w: %v", pair.CertFile, errDamaged, err)
	}
	key, ok := both.PrivateKey.(crypto.Signer)
	if !ok {
		return nil, nil, fmt.Errorf("%s: %w: the key cannot sign", pair.KeyFile, errDamaged)
	}
	return both.Leaf, key, nil
}

func loadKey(path string) (crypto.Signer, error) {
	encoded, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(encoded)
	if block == nil {
		return nil, fmt.Errorf("%s: %w: not PEM", path, errDamaged)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %v", path, errDamaged, err)
	}
	key, ok := parsed.(crypto.Signer)
	if !ok {
		return nil, fmt.Errorf("%s: %w: the key cannot sign", path, errDamaged)
	}
	return key, nil
}

func newKey() (*ecdsa.PrivateKey, []byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, nil, err
	}
	return key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}
