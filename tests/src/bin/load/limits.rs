//! What controller-runtime needs for the same operator, which is not to be exceeded.
//!
//! controller-runtime 0.25.2 with client-go 0.37.0, 1,000 MyApps of one replica on two cores with the control plane.

/// Writes for each new object: its finalizer, two children, two status writes.
pub(crate) const WRITES: f64 = 5.0;

/// Memory after all are ready, in MiB. Grows with the objects.
pub(crate) const RSS_MIB: f64 = 64.0;

/// Processor time until all are ready, in milliseconds for each object.
pub(crate) const CPU_MS: f64 = 7.9;

/// The number of objects that the limits of memory and time were measured with; fewer need no more.
pub(crate) const OBJECTS: u32 = 1000;
