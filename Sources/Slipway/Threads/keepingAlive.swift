internal import CSlipway

/// Calls `body` while an extra reference keeps `object` alive.
///
/// For an executor that gets a job: tasks do not retain their executor. As soon as other threads
/// see the job, they may run it, and with it end the last task that needed the executor, and
/// release the executor while it is still adding the job. The compiler assumes that the caller of a
/// method retains its object, and may remove a reference that it can see through.
@inline(__always)
func keepingAlive(_ object: AnyObject, _ body: () -> Void) {
    let kept = slipway_same(Unmanaged.passRetained(object).toOpaque())
    body()
    Unmanaged<AnyObject>.fromOpaque(kept).release()
}
