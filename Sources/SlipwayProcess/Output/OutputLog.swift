internal import Glibc
internal import Slipway
package import SlipwayLoop
internal import SlipwaySystem
internal import Synchronization

/// Passes on what children write, each line with the name of its operation; a daemon has one.
@Loop
package final class OutputLog {
    private let destination: OutputDestination
    private let format: LineFormat
    /// The form of lines on a terminal; `nil` for another destination.
    private let terminal: Mutex<TerminalLines>?
    private let hasTime: Bool
    /// Created with the first line.
    private lazy var sink = OutputSink(destination) { [weak self] in self?.lossNote($0) ?? [] }
    /// The last writer: a note about lost lines names its service and launch.
    private var lastWriter: OutputWriter?
    /// The limits by operation, only for the journal; an operation keeps its limit when its process
    /// is started again.
    private var limits: [String: LineLimit] = [:]
    /// Fires when a destination may have taken nothing for ``longestWait``.
    private var patience: Timer?
    /// The destination has taken nothing for too long: programs do not wait for it until it does again.
    private var hasGivenUp = false
    /// The longest time for which a destination that takes nothing slows programs down.
    private let longestWait: Duration

    /// Creates a log; nothing is opened.
    ///
    /// - Parameters:
    ///   - destination: Where the lines go; its descriptor must stay open.
    ///   - hasTime: Whether lines for another reader than the journal begin with the time of day.
    ///   - longestWait: How long programs are slowed down by a destination that takes nothing.
    package nonisolated init(
        _ destination: OutputDestination,
        hasTime: Bool = false,
        longestWait: Duration = .seconds(1)
    ) {
        self.longestWait = longestWait
        self.destination = destination
        if case .lines = destination { self.hasTime = hasTime } else { self.hasTime = false }
        format =
            switch destination {
            case .journal: .journal
            case .stream: .stream
            case .lines: .plain
            }
        if case .lines(let descriptor) = destination, isatty(descriptor) == 1 {
            terminal = Mutex(TerminalLines(isColourful: Terminal.takesColours(descriptor)))
        } else {
            terminal = nil
        }
    }

    /// On a terminal, gives names a column that has room for them.
    package nonisolated func expect(_ names: some Sequence<String>) {
        terminal?.withLock { $0.expect(names) }
    }

    /// Lines wait to be written, and the destination is not given up.
    var isBlocked: Bool { sink.isBlocked && !hasGivenUp }

    /// Calls `body` once all lines are written, or once the destination has taken nothing for
    /// ``longestWait``: from then on lines that do not fit into memory are dropped, and counted.
    func whenRoom(_ body: @escaping @Loop () -> Void) {
        sink.whenRoom(body)
        guard patience == nil else { return }
        watchProgress(since: sink.progress)
    }

    private func watchProgress(since progress: Int) {
        patience = Timer(after: longestWait) { [self] in
            patience = nil
            guard sink.isBlocked else { return }
            guard sink.progress == progress else { return watchProgress(since: sink.progress) }
            hasGivenUp = true
            sink.letGo()
        }
    }

    /// Writes a line.
    ///
    /// - Returns: `false` if the line was dropped as beyond the operation's limit, or may be
    ///   dropped, as the destination is stuck.
    @discardableResult
    func write(_ line: ArraySlice<UInt8>, of writer: OutputWriter) -> Bool {
        guard hasLimits else {
            pass(line, of: writer)
            return !hasGivenUp
        }
        switch limits[writer.name, default: LineLimit()].admit(line.count, at: .now) {
        case .pass(let dropped):
            if dropped > 0 { noteDropped(dropped, of: writer) }
            pass(line, of: writer)
            return !hasGivenUp
        case .drop(isFirst: true):
            let limit = "\(LineLimit.lines) lines or \(LineLimit.bytes >> 20) MiB"
            note(
                "<4>it writes more than \(limit) in \(LineLimit.window.timespan); "
                    + "what follows is dropped",
                of: writer
            )
            return false
        case .drop: return false
        }
    }

    /// Notes the end of a child's output, and says how many of its lines were dropped.
    func writerEnded(_ writer: OutputWriter) {
        let dropped = limits[writer.name]?.takeDropped() ?? 0
        if dropped > 0 { noteDropped(dropped, of: writer) }
    }

    /// Writes a line about a child; it may begin with a priority, such as `<4>`.
    func note(_ text: String, of writer: OutputWriter) {
        let (priority, words) = LinePriority.split(Array(text.utf8)[...])
        let line = Array("<\(priority)>slipway: ".utf8) + words
        pass(line[...], of: writer)
    }

    private func noteDropped(_ count: Int, of writer: OutputWriter) {
        note("<4>\(counted(count, "line was", "lines were")) dropped", of: writer)
    }

    private var hasLimits: Bool {
        switch destination {
        case .journal, .stream: true
        // The reader of these lines chose to read everything, and slows the child down where it is
        // slow.
        case .lines: false
        }
    }

    private func lossNote(_ bytes: Int) -> [UInt8] {
        let text = "<4>slipway: \(bytes) bytes of children's output could not be written in time"
        let writer = OutputWriter(
            name: "slipway",
            service: lastWriter?.service ?? "",
            launchID: lastWriter?.launchID ?? ""
        )
        return record(Array(text.utf8)[...], of: writer) ?? []
    }

    private func pass(_ line: ArraySlice<UInt8>, of writer: OutputWriter) {
        lastWriter = writer
        guard let record = record(line, of: writer) else { return }
        sink.write(hasTime ? Array("\(WallTime.stamp) ".utf8) + record : record)
        if !sink.isBlocked { hasGivenUp = false }
    }

    private func record(_ line: ArraySlice<UInt8>, of writer: OutputWriter) -> [UInt8]? {
        terminal?.withLock { $0.line(line, of: writer.name) } ?? format.record(line, of: writer)
    }
}
