internal import Glibc
internal import Slipway
internal import SlipwaySystem

/// A descriptor to write text to: a text is written whole, or an error is thrown.
struct Output: Sendable {
    /// The place where answers go; tests replace it.
    @TaskLocal static var standard = Output(descriptor: STDOUT_FILENO)
    /// The place where messages go.
    @TaskLocal static var error = Output(descriptor: STDERR_FILENO)

    let descriptor: Int32

    /// Writes lines, each with a newline after it; blocks.
    func print(_ lines: [String]) throws {
        try write(lines.map { $0 + "\n" }.joined())
    }

    /// Writes a text and a newline; blocks.
    func print(_ text: String) throws {
        try write(text + "\n")
    }

    /// Writes a text as it is; blocks until all of it is written.
    ///
    /// - Throws: ``OutputClosed`` when the reader has closed the pipe, and ``CommandFailure`` when
    ///   the text cannot be written, for example because the disk is full.
    func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Writes bytes as ``write(_:)-(String)`` writes a text.
    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitForRoom()
            case EPIPE: throw OutputClosed()
            case EBADF where descriptor == STDOUT_FILENO: throw Self.closed
            case let code: throw CommandFailure.cannot("cannot write: \(ErrorNumber(code))")
            }
        }
    }

    /// The failure of a command that cannot print its answer, since its parent process has closed standard output.
    private static let closed = CommandFailure.cannot("cannot write: standard output is closed")

    /// Throws if another program that gets this descriptor could write nothing.
    func checkOpen() throws(CommandFailure) {
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, flags & pathOnly == 0 else { throw Self.closed }
    }

    /// Writes a line about what goes on: `slipway: LINE`.
    ///
    /// A line that cannot be written, as to a closed standard error, is dropped: the exit status of
    /// the command tells the rest.
    func notice(_ line: String) { try? print("slipway: \(line.printable)") }

    /// Waits until the descriptor takes more: another process that shares it may have made it
    /// non-blocking.
    private func waitForRoom() {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, -1)
    }

    /// The descriptor is a terminal, and colours are wanted.
    var takesColours: Bool { Slipway.Terminal.takesColours(descriptor) }

    /// The descriptor is a terminal on which a text can be changed.
    var isLively: Bool {
        isatty(descriptor) == 1
            && !["", "dumb"].contains(ProcessEnvironment.variable("TERM") ?? "")
    }
}

/// The reader has closed the pipe: a success (`slipway blame | head -1`).
struct OutputClosed: Error {}
