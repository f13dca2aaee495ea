use kubewright::prelude::*;

#[schema]
pub struct Limits {
    #[cfg_attr(unix, crd(column))]
    pub pods: i32,
    #[cfg_attr(unix, cfg_attr(windows, crd(default = 1)))]
    pub nodes: i32,
}

fn main() {}
