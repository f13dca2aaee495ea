// Package files writes files so that a reader, or a restart after kill -9, never sees half of one.
package files

import (
	"fmt"
	"os"
	"path/filepath"
)

// WriteAtomic replaces path with data in one step: a temporary file in the same folder, then a rename.
func WriteAtomic(path string, data []byte, mode os.FileMode) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	// After the rename there is nothing left to remove and the error is of no interest.
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Chmod(mode)
	}
	if closed := tmp.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
