internal import CSlipway

/// Calls `body` while `object` is kept alive by a reference of its own.
///
/// For an executor that is given a job: tasks do not keep their executor, and as soon as others see
/// the job, they may run it, end with it the last that needed the executor, and let go of that, while
/// it still says that there is something to do. The compiler may assume that the caller of a method
/// keeps its object, and leave out a reference that it can see through.
@inline(__always)
func keepingAlive(_ object: AnyObject, _ body: () -> Void) {
    let kept = slipway_same(Unmanaged.passRetained(object).toOpaque())
    body()
    Unmanaged<AnyObject>.fromOpaque(kept).release()
}
