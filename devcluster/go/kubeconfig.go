// Kubeconfigs for users and stock components, and client configurations for our own.
package main

import (
	"fmt"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"kubewright.dev/devcluster/internal/files"
	"kubewright.dev/devcluster/internal/pki"
)

// writeKubeconfigs writes the administrator's kubeconfig, the product of this program, and those of the stock
// components, which take their identity from a file only.
func (c *cluster) writeKubeconfigs() error {
	for path, user := range map[string]pki.Pair{
		c.dir.file("kubeconfig"): c.keys.Admin,
		c.controllersConfig():    c.keys.Controllers,
		c.schedulerConfig():      c.keys.Scheduler,
	} {
		if err := c.writeKubeconfig(path, user); err != nil {
			return err
		}
	}
	return nil
}

func (c *cluster) controllersConfig() string { return c.dir.file("pki", "controllers.kubeconfig") }

func (c *cluster) schedulerConfig() string { return c.dir.file("pki", "scheduler.kubeconfig") }

func (c *cluster) writeKubeconfig(path string, user pki.Pair) error {
	const name = "devcluster"
	config := clientcmdapi.NewConfig()
	config.Clusters[name] = &clientcmdapi.Cluster{Server: c.server, CertificateAuthorityData: c.keys.CA.Cert}
	config.AuthInfos[name] = &clientcmdapi.AuthInfo{ClientCertificateData: user.Cert, ClientKeyData: user.Key}
	config.Contexts[name] = &clientcmdapi.Context{Cluster: name, AuthInfo: name}
	config.CurrentContext = name
	text, err := clientcmd.Write(*config)
	if err != nil {
		return fmt.Errorf("kubeconfig %s: %w", path, err)
	}
	return files.WriteAtomic(path, text, 0o600)
}

// client is the configuration of a client of ours. It has no rate limit of its own: the control plane must never
// be what makes an operator look slow.
func (c *cluster) client(user pki.Pair, agent string) *rest.Config {
	return &rest.Config{
		Host:      c.server,
		UserAgent: agent,
		QPS:       -1,
		TLSClientConfig: rest.TLSClientConfig{
			CAData: c.keys.CA.Cert, CertData: user.Cert, KeyData: user.Key,
		},
	}
}
