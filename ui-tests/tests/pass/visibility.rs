//! Operators of every visibility, and inside of a function.

/// Private to this module, as is everything that is made of it.
mod private {
    use kubewright::prelude::*;

    #[operator(group = "example.com", version = "v1", owns(Option<kubewright::k8s::core::v1::Secret>))]
    struct HiddenSpec {
        size: i32,
    }

    impl Reconcile for Hidden {
        type Error = std::convert::Infallible;

        async fn desired(&self, _cx: &Context<Self>) -> Result<HiddenChildren, Self::Error> {
            let _ = self.spec.size;
            Ok(HiddenChildren { secret: None })
        }
    }

    #[test]
    fn is_an_operator() {
        assert_eq!(Hidden::DECLARATION.plural, "hiddens");
    }
}

/// Visible in the crate, and in a path of it.
pub(crate) mod inner {
    use kubewright::prelude::*;

    #[operator(group = "example.com", version = "v1", status = super::inner::ShownStatus)]
    pub(crate) struct ShownSpec {
        pub(crate) size: i32,
    }

    #[status]
    pub(crate) struct ShownStatus {
        pub(crate) observed_generation: Option<i64>,
        pub(crate) conditions: Conditions<ShownCondition>,
    }

    #[derive(ConditionType)]
    pub(crate) enum ShownCondition {
        Ready,
    }

    impl Reconcile for Shown {
        type Error = std::convert::Infallible;

        async fn desired(&self, _cx: &Context<Self>) -> Result<ShownChildren, Self::Error> {
            let _ = self.spec.size;
            Ok(ShownChildren {})
        }
    }

    #[operator(group = "example.com", version = "v1")]
    pub(in crate::visibility) struct PartlySpec {
        pub(in crate::visibility) size: i32,
    }

    impl Reconcile for Partly {
        type Error = std::convert::Infallible;

        async fn desired(&self, _cx: &Context<Self>) -> Result<PartlyChildren, Self::Error> {
            let _ = self.spec.size;
            Ok(PartlyChildren {})
        }
    }
}

#[test]
fn operators_can_be_declared_in_functions() {
    use kubewright::prelude::*;

    #[operator(group = "example.com", version = "v1", status = LocalStatus, finalizer = "example.com/local")]
    struct LocalSpec {
        #[crd(default = 3)]
        size: i32,
    }

    #[status]
    struct LocalStatus {
        observed_generation: Option<i64>,
        conditions: Conditions<LocalCondition>,
    }

    #[derive(ConditionType)]
    enum LocalCondition {
        Ready,
    }

    #[derive(Debug, Failure, thiserror::Error)]
    #[error("busy")]
    enum LocalError {
        #[failure(transient)]
        Busy,
    }

    impl Reconcile for Local {
        type Error = LocalError;

        async fn desired(&self, _cx: &Context<Self>) -> Result<LocalChildren, LocalError> {
            if self.spec.size > 3 { Err(LocalError::Busy) } else { Ok(LocalChildren {}) }
        }
    }

    impl Cleanup for Local {
        async fn cleanup(&self, _cx: &Context<Self>) -> Result<Cleaned, LocalError> {
            Ok(Cleaned::Done)
        }
    }

    assert_eq!(Local::DECLARATION.plural, "locals");
    assert_eq!(inner::Shown::DECLARATION.plural, "showns");
    assert_eq!(inner::Partly::DECLARATION.name, "partly-operator");
}
