package import Slipway
internal import Synchronization

/// The end of the program of a launch action, which the body fills in while it runs, however it
/// ends.
package final class HandlerEnd: Sendable {
    private struct State: Sendable {
        var exit: ProgramExit?
        var lines: [String] = []
    }

    /// The most lines that are held.
    let lineLimit: Int
    private let state = Mutex(State())

    /// Holds at most so many of the last lines.
    package init(lines limit: Int) { lineLimit = limit }

    /// The program's status or signal, if it ended by itself.
    package var exit: ProgramExit? { state.withLock(\.exit) }

    /// The last lines that the program wrote, safe to print.
    package var lines: [String] { state.withLock(\.lines) }

    func note(_ exit: ProgramExit) { state.withLock { $0.exit = exit } }
    func note(_ lines: [String]) { state.withLock { $0.lines = lines } }
}
