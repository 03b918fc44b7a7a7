internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
package import SlipwayReport
internal import SlipwayVarlink

/// The last starts of a service: what the next one begins with, and whether it leaves out what is optional.
///
/// A value. As text it is a line of JSON for each start, the oldest first; a line that cannot be read is
/// passed over.
package struct LaunchMarks: Hashable, Sendable {
    /// The starts, the oldest first.
    package private(set) var marks: [LaunchMark] = []

    /// The most starts that are stored.
    package static let limit = 16
    /// The number of bad starts, with no good one between them, after which the next start leaves out what is
    /// optional.
    package static let patience = 3

    /// No start yet.
    package init() {}

    /// Reads marks.
    package init(parsing bytes: [UInt8]) {
        marks = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            (try? JSON(parsing: line)).flatMap { try? LaunchMark($0) }
        }
    }

    /// The marks as text.
    package var bytes: [UInt8] {
        marks.flatMap { $0.json().bytes + [UInt8(ascii: "\n")] }
    }

    /// A process begins: a start that has no end has crashed.
    package mutating func begin() {
        for index in marks.indices {
            switch marks[index].state {
            case .running: marks[index].state = .crashed
            // The service was well for long enough: its later fate is not that of the start.
            case .steady: marks[index].state = .ended
            case .crashed, .failed, .ended: break
            }
        }
    }

    /// The state of the machine and of the service at the start of a launch.
    ///
    /// To be asked before ``begin()``.
    ///
    /// - Parameter bootID: The boot of the machine.
    /// - Returns: Cold if no start in this boot is known.
    package func start(inBoot bootID: String) -> RecordedLaunch.Start {
        guard let last = marks.last, !bootID.isEmpty, last.launch.bootID == bootID else {
            return .cold
        }
        switch last.state {
        case .running, .steady, .crashed: return .afterCrash
        case .failed, .ended: return .warm
        }
    }

    /// The end of a launch that has none in the history: as its process told it, or a crash.
    ///
    /// To be asked after ``begin()``.
    ///
    /// - Parameters:
    ///   - launchID: The launch.
    ///   - generation: The number of the launch in its process: further ones have no mark of their
    ///     own, and ended with the last process that has ended.
    /// - Returns: The end.
    package func end(of launchID: String, generation: Int) -> RecordedLaunch.End {
        let own = marks.last { $0.launch.launchID == launchID }
        let last = marks.last { ![.running, .steady].contains($0.state) }
        let end = (own ?? (generation > 1 ? last : nil))?.launch.end ?? .running
        return end == .running ? .crashed : end
    }

    /// The decision that the next launch leaves out what is optional; `nil` if it does not.
    ///
    /// Starts that ended otherwise say nothing about what is optional: a required backend is away, an
    /// operator stopped it.
    package var safeMode: SafeMode? {
        let counted = marks.filter(\.counts).suffix(Self.patience)
        guard counted.count == Self.patience else { return nil }
        return SafeMode(Array(counted))
    }

    /// Adds a start, or takes what became of one.
    package mutating func note(_ mark: LaunchMark) {
        if let index = marks.lastIndex(where: { $0.launch.launchID == mark.launch.launchID }) {
            marks[index] = mark
        } else {
            marks.append(mark)
        }
        prune(besides: mark.launch.launchID)
    }

    /// The service is well, or is to begin anew with everything: the starts before count no more.
    package mutating func forgive() {
        for index in marks.indices where marks[index].counts { marks[index].state = .ended }
    }

    /// Lets go of the marks that say nothing any more.
    private mutating func prune(besides launchID: String) {
        let counted = Set(marks.filter(\.counts).suffix(Self.patience).map(\.launch.launchID))
        let last = marks.count - Self.limit
        marks = marks.enumerated()
            .filter { index, mark in
                index >= last || counted.contains(mark.launch.launchID)
                    || mark.launch.launchID == launchID
            }
            .map(\.element)
    }
}
