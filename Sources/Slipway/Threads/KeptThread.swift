/// The main queue's thread, as long as it does not come to rest.
struct KeptThread: Sendable {
    /// When it last woke.
    let since: Instant
    /// It is the process's first thread.
    let isFirst: Bool
    /// It runs what Dispatch's main queue has, where `@MainActor` code is; otherwise a job of the launch.
    let isInDispatch: Bool
}
