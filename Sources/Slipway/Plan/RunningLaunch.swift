/// The questions of a context to the launch that runs its body.
///
/// `Launch`, which knows plans, is the only one; plans need to know no more of it than this.
protocol RunningLaunch: AnyObject, Sendable {
    /// The present instant, in the time that the launch runs in.
    var now: Instant { get }

    /// The store of operations' values; `nil` for none.
    var valueStore: (any ValueStore)? { get }

    /// The name of an operation, or of a kind of launch action.
    func name(of index: Int) -> String

    /// The name of an operation on which `reader` depends, in the manner of `kind` if there is one, and
    /// its value; an optional of an optional, since `()` is no object.
    func read(
        _ reference: Reference,
        _ kind: DependencyKind?,
        for reader: Int
    ) throws(OutputFault) -> (name: String, output: AnyOutput??)

    /// The ends of operations on which `reader` depends, and their values; an optional of an optional, as of
    /// ``read(_:_:for:)``.
    func readAll(
        _ references: [Reference],
        for reader: Int
    ) throws(OutputFault) -> [(end: OperationEnd, output: AnyOutput??)]

    /// The payload of the action for which a kind stands now; `nil` if there is none any more.
    func payload(of index: Int) -> AnyOutput?

    /// Notes that a part is ready, as its body says in the run of this number.
    func becameReady(_ index: Int, _ run: Int)

    /// Suspends until a request is made, or the task is cancelled.
    nonisolated(nonsending) func wait(for request: StopRequest) async

    /// Suspends for a while, in the time that the launch runs in.
    nonisolated(nonsending) func sleep(for duration: Duration) async throws
}
