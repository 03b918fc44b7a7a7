public import Slipway

extension Report {
    /// When an operation's first attempt began, from the process's start; `nil` if it has not, or
    /// if no operation has that name.
    public func start(of name: String) -> Duration? { elapsed(self[name]?.startedAt) }

    /// When an operation ended, from the process's start; `nil` if it has not, or if no operation
    /// has that name.
    public func end(of name: String) -> Duration? { elapsed(self[name]?.endedAt) }

    /// When the launch was ready, from the process's start; `nil` if it was not.
    public var ready: Duration? { elapsed(course.readyAt) }

    private func elapsed(_ instant: Instant?) -> Duration? {
        instant.map { processStart.duration(to: $0) }
    }
}
