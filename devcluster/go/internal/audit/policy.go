// Package audit holds the audit policy of the API server: the log is the project's own measure of API calls, so
// it must hold every request of an operator or a test and none of the control plane's.
package audit

// Policy logs metadata of every request that does not come from the control plane itself, once when it is done
// and, for watches, once when it starts. The identities are those of package pki.
const Policy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: None
  users:
  - system:apiserver
  - system:kube-controller-manager
  - system:kube-scheduler
  - devcluster:gc
  - devcluster:node
  - devcluster:probe
- level: None
  userGroups: ["system:serviceaccounts:kube-system"]
- level: Metadata
`
