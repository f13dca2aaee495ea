// The tests evaluate the policy with the API server's own evaluator.
package audit

import (
	"testing"

	auditinternal "k8s.io/apiserver/pkg/apis/audit"
	"k8s.io/apiserver/pkg/audit/policy"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"

	"kubewright.dev/devcluster/internal/pki"
)

func TestPolicyDropsOnlyTheControlPlane(t *testing.T) {
	loaded, err := policy.LoadPolicyFromBytes([]byte(Policy))
	if err != nil {
		t.Fatal(err)
	}
	evaluator := policy.NewPolicyRuleEvaluator(loaded)
	for _, c := range []struct {
		user  user.DefaultInfo
		level auditinternal.Level
	}{
		{user.DefaultInfo{Name: "system:apiserver", Groups: []string{"system:masters"}}, auditinternal.LevelNone},
		{user.DefaultInfo{Name: pki.UserControllers}, auditinternal.LevelNone},
		{user.DefaultInfo{Name: pki.UserScheduler}, auditinternal.LevelNone},
		{user.DefaultInfo{Name: pki.UserGC, Groups: []string{"system:masters"}}, auditinternal.LevelNone},
		{user.DefaultInfo{Name: pki.UserNode, Groups: []string{"system:masters"}}, auditinternal.LevelNone},
		{user.DefaultInfo{Name: pki.UserProbe, Groups: []string{"system:masters"}}, auditinternal.LevelNone},
		{user.DefaultInfo{
			Name:   "system:serviceaccount:kube-system:deployment-controller",
			Groups: []string{"system:serviceaccounts", "system:serviceaccounts:kube-system"},
		}, auditinternal.LevelNone},
		{user.DefaultInfo{Name: pki.UserAdmin, Groups: []string{"system:masters"}}, auditinternal.LevelMetadata},
		{user.DefaultInfo{
			Name:   "system:serviceaccount:shop:operator",
			Groups: []string{"system:serviceaccounts", "system:serviceaccounts:shop"},
		}, auditinternal.LevelMetadata},
	} {
		got := evaluator.EvaluatePolicyRule(authorizer.AttributesRecord{
			User: &c.user, Verb: "get", Resource: "pods", ResourceRequest: true,
		})
		if got.Level != c.level {
			t.Errorf("%s: level %s, want %s", c.user.Name, got.Level, c.level)
		}
		if len(got.OmitStages) != 1 || got.OmitStages[0] != auditinternal.StageRequestReceived {
			t.Errorf("%s: omits %v, want only RequestReceived", c.user.Name, got.OmitStages)
		}
	}
}
