/// The main queue's thread, while something holds it up.
struct HeldThread: Sendable {
    /// When the thread last woke.
    let since: Instant
    /// The thread is the process's first.
    let isFirst: Bool
    /// The thread runs what Dispatch's main queue has, where `@MainActor` code is; otherwise a job
    /// of the launch.
    let isInDispatch: Bool
}
