// The command `devcluster assets`: this program under the names of the stock ones.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// assets makes dir a folder that tools like envtest take as KUBEBUILDER_ASSETS.
func assets(dir string) error {
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self)
	}
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("assets folder: %w", err)
	}
	for _, name := range []string{"etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler"} {
		link := filepath.Join(dir, name)
		if target, err := os.Readlink(link); err == nil && target == self {
			continue
		}
		if err := remove(link); err != nil {
			return fmt.Errorf("replace %s: %w", link, err)
		}
		if err := os.Symlink(self, link); err != nil {
			return fmt.Errorf("link %s: %w", link, err)
		}
	}
	return nil
}
