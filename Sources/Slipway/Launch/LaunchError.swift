/// Why running a launch did not come to an ordinary end.
public enum LaunchError: Error, Hashable, Sendable {
    /// `runOnMainThread` was called on another thread than the process's first.
    case notOnMainThread
    /// The launch was run before; make another from the same graph.
    case alreadyRun
    /// The launch cannot have the descriptors or threads that it needs, or another launch has the
    /// main thread; why, in words. No operation has begun; to try again, make another launch from the
    /// same graph.
    case cannotBegin(reason: String)
    /// The launch failed: see ``rootCauses`` and ``errors``.
    case failed(Report)

    /// The causes of the failure, in the order of their occurrence, those inside groups each for
    /// itself; none unless the launch failed.
    public var rootCauses: [RootCause] {
        if case .failed(let report) = self { report.rootCauses } else { [] }
    }

    /// The errors of all root causes, as they were thrown: those of ``Failure/errors``; none unless
    /// the launch failed.
    ///
    /// ```swift
    /// do {
    ///     try launch.runOnMainThread()
    /// } catch {
    ///     if error.errors.contains(where: { $0 is Unauthorized }) { exit(77) }
    ///     throw error
    /// }
    /// ```
    public var errors: [any Error] { rootCauses.flatMap(\.failure.errors) }
}

extension LaunchError: CustomStringConvertible {
    /// The failure and its reason; a line for each root cause, in which control characters are escaped.
    public var description: String { lines.joined(separator: "\n") }

    /// The lines of ``description``.
    var lines: [String] {
        let lines =
            switch self {
            case .notOnMainThread:
                [
                    "cannot run on the main thread: this is another thread; call runOnMainThread from a "
                        + "synchronous main, or run() instead"
                ]
            case .alreadyRun:
                ["cannot run the launch twice; make another Launch from the same graph"]
            case .cannotBegin(let reason):
                ["cannot run the launch: \(reason)"]
            case .failed(let report):
                rootCauses.map { cause in
                    let skipped = cause.skipped.joined(separator: ", ")
                    return "cannot launch '\(report.name)': \(cause.words)"
                        + (skipped.isEmpty ? "" : "; skipped: \(skipped)")
                }
            }
        return lines.map(\.printable)
    }
}
