internal import Slipway
internal import SlipwayInterface
internal import SlipwayReport
internal import SlipwayStore

/// The last words of a launch that failed, as the status line of its unit has them.
struct LastWords: Hashable {
    /// Why the launch failed, in one line.
    ///
    /// By the status line alone, it lacks what a program wrote, and may be cut.
    private(set) var reason: String

    /// Reads the status line of a unit, such as `Failed: web: exited with 1` or
    /// `Failed (and 2 more): shop.yaml:1:1: …`; `nil` for another line: the service was killed
    /// while it ran, and has not said why.
    init?(of unit: UnitProperties) {
        let beginning = "Failed"
        guard let line = unit["StatusText"], line.hasPrefix(beginning),
            let colon = line.firstIndex(of: ":")
        else { return nil }
        let more = line[..<colon].dropFirst(beginning.count)
        guard more.isEmpty || more.hasPrefix(" (") else { return nil }
        let rest = line[line.index(after: colon)...].drop { $0 == " " }
        reason = (rest + more).printable
    }

    /// Takes the whole reason from the last launch of the history, if that reason begins alike: the
    /// history lacks a start that failed too early.
    mutating func complete(with launch: LaunchSummary?) {
        guard let launch, launch.end == .failed, let cause = launch.cause,
            let colon = cause.firstIndex(of: ":"), reason.hasPrefix(cause[...colon])
        else { return }
        reason = cause
    }

    /// Takes the whole reason from the history in one of these state directories, where this user may read it; blocks.
    mutating func complete(from folders: [String]) {
        let history = folders.lazy.compactMap { try? StoredHistory(in: $0) }.first
        complete(with: (try? history?.summaries(upTo: 1))?.first)
    }
}
