internal import Glibc
internal import Slipway
internal import Synchronization

/// Writes entries as lines to a descriptor whose reader may stall, without stalling itself.
///
/// The descriptor is shared with other processes, so it cannot be made non-blocking; each write
/// first asks whether there is room.
final class LineWriter: Sendable {
    private struct State: Sendable {
        /// The lines dropped since the last one that was written.
        var lost = 0
        /// The last line was written in part, so that the next must not continue it.
        var isTorn = false
    }

    /// The time to wait for a busy reader; not at all after a dropped line.
    private static let patience: Int32 = 20
    /// The number of bytes that a ready descriptor takes at once: `PIPE_BUF`.
    private static let mostAtOnce = 4096

    private let descriptor: Int32
    private let isPrioritized: Bool
    private let hasTime: Bool
    /// Colours tell the priority.
    private let isColourful: Bool
    private let state = Mutex(State())

    /// With `isPrioritized`, each line begins with its priority in the journal's format: `<4>`; with
    /// `hasTime`, with the time of day.
    init(_ descriptor: Int32, isPrioritized: Bool, hasTime: Bool = false) {
        self.descriptor = descriptor
        self.isPrioritized = isPrioritized
        self.hasTime = hasTime
        isColourful = !isPrioritized && Terminal.takesColours(descriptor)
    }

    /// Writes one line, preceded by a line about dropped ones.
    func write(_ entry: LogEntry) {
        state.withLock { state in
            var text = state.isTorn ? "\n" : ""
            if state.lost > 0 { text += line(Self.notice(lost: state.lost)) }
            text += line(entry)
            let bytes = Array(text.utf8)
            let count = send(bytes, waiting: state.lost == 0 ? Self.patience : 0)
            if count == bytes.count {
                state = State()
            } else {
                state.lost += 1
                state.isTorn = state.isTorn || count > 0
            }
        }
    }

    private static func notice(lost: Int) -> LogEntry {
        let lines = counted(lost, "line")
        return LogEntry(.warning, "\(lines) of the log lost: standard error was not read")
    }

    private func line(_ entry: LogEntry) -> String {
        (isPrioritized ? "<\(entry.priority.rawValue)>" : "")
            + (hasTime ? "\(WallTime.stamp) " : "") + inked(entry) + "\n"
    }

    private func inked(_ entry: LogEntry) -> String {
        guard isColourful else { return entry.line }
        return switch entry.priority {
        case .error: Ink.bad.on(entry.line)
        case .warning: Ink.busy.on(entry.line)
        case .notice: Ink.title.on(entry.line)
        case .info, .debug: Ink.faint.on(entry.line)
        }
    }

    /// Writes a line with one `write` if it fits a pipe's atomic size, so that lines of several
    /// processes do not mix.
    ///
    /// - Returns: How many bytes were written.
    private func send(_ bytes: [UInt8], waiting milliseconds: Int32) -> Int {
        var sent = 0
        while sent < bytes.count, isReady(within: milliseconds) {
            let size = min(bytes.count - sent, Self.mostAtOnce)
            let written = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: sent), size)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { break }
            sent += written
        }
        return sent
    }

    private func isReady(within milliseconds: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while true {
            let count = poll(&polled, 1, milliseconds)
            if count < 0, errno == EINTR { continue }
            return count > 0
        }
    }
}
