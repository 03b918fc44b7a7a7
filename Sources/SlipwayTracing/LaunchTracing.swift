public import Slipway
internal import Synchronization
public import Tracing

/// Records a launch as a trace: a span for the launch, and in it one for each operation and launch
/// action.
///
/// ```swift
/// let tracing = LaunchTracing()
/// var plan = Plan("storefront")
/// plan.add("user-data", body: tracing.traced { _ in try await fetchUser() })
/// plan.add("warm-cache") { _ in try await warmCache() }
/// try await Launch(Graph(plan)).run(reportingTo: [tracing])
/// ```
///
/// Every operation has a span without further code. `traced` around a body makes the operation's
/// span current, so that the spans of calls in the body are its children.
///
/// | span | from | to | status |
/// | --- | --- | --- | --- |
/// | `launch NAME` | the launch began | ready, or ended when it never was | error: the root causes |
/// | the operation's name | its body began | it ended | error: its failure |
/// | the action's kind | its handler began | it ended | error: its failure |
/// | `stop NAME` | a launch that was ready began to stop | everything was torn down | error: the root causes |
///
/// The launch's span ends at ready, since a tracer shows nothing of an open span, and a service may
/// run for months; later spans are its children all the same. An operation or action that never
/// started has a span of length zero, at its end.
///
/// Attributes: `slipway.launch.id`, `slipway.launch.name`, `slipway.outcome` and, on operations,
/// `slipway.queue`, `slipway.optional`, `slipway.requires`, `slipway.wait_us` (whole microseconds
/// from ready to started), `slipway.attempts` (1 without retries), `slipway.released_by`,
/// `slipway.group`, `slipway.fallback` and `slipway.fallback_age_us`, `slipway.reason` (why it was
/// degraded, cancelled or skipped); on actions `slipway.action.id` and `slipway.wait_us` (from
/// accepted to started). Failed attempts, teardowns, a stuck body and lost events are events of the
/// span they happened in. A group's span is beside the spans of its operations, which name the
/// group.
public final class LaunchTracing: LaunchReporter {
    let book: Mutex<SpanBook>

    /// Creates an observer for one launch.
    ///
    /// The observer calls the tracer with a lock held, so the tracer's methods must not wait for
    /// the launch.
    ///
    /// - Parameters:
    ///   - tracer: The tracer that records. Default: the present tracer of `InstrumentationSystem`,
    ///     so bootstrap that first.
    ///   - context: The parent of the launch's span. Default: the current span, if any.
    public init(
        tracer: any Tracer = InstrumentationSystem.tracer,
        context: ServiceContext = .current ?? .topLevel
    ) {
        book = Mutex(SpanBook(tracer: tracer, parent: context))
    }

    /// Records an event.
    public func report(_ event: Event) {
        book.withLock { $0.record(event) }
    }
}
