import Glibc
import Subprocess

/// A child wrote more than a body may answer.
struct OutputOverflow: Error {}

/// All that a child writes to standard output, up to the limit.
func collected(_ output: SubprocessOutputSequence) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await buffer in output {
        buffer.withUnsafeBytes { bytes.append(contentsOf: $0) }
        if bytes.count > bodyOutputLimit { throw OutputOverflow() }
    }
    return bytes
}

/// Passes a child's standard error on to the daemon's.
struct ErrorRelay: Sendable {
    /// How much is still passed on of what others write once the child has ended, in bytes: at
    /// least what the child's pipe can hold, so that nothing of the child's own is lost.
    private static let limitAfterEnd = 1 << 20
    /// How long to wait for a full standard error once the child has ended.
    private static let patienceAfterEnd = Duration.seconds(1)
    private static let pause = Duration.milliseconds(5)

    private let descriptor: Int32

    init(to descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Passes lines on until the child has ended and its pipe is empty.
    ///
    /// - Returns: The last line; `nil` if nothing came. A stream that cannot be read is one that
    ///   says nothing more: how the child ends is what counts.
    func pass(_ stream: SubprocessOutputSequence, of child: pid_t) async -> String? {
        var lines = ErrorLines()
        var remaining = Self.limitAfterEnd
        do {
            for try await buffer in stream {
                await write(buffer.withUnsafeBytes { lines.take($0) }, of: child)
                // Someone it left behind may write forever.
                if hasEnded(child) { remaining -= buffer.count }
                if remaining <= 0 { break }
            }
        } catch {}
        await write(lines.finish(), of: child)
        return lines.lastLine
    }

    /// Writes without blocking the thread: the daemon's own standard error may be a pipe that is
    /// full, and must stay in blocking mode because others share it.
    private func write(_ bytes: [UInt8], of child: pid_t) async {
        var rest = bytes[...]
        var patience = Self.patienceAfterEnd
        while !rest.isEmpty {
            guard isWritable else {
                if hasEnded(child) { patience -= Self.pause }
                if patience <= .zero || Task.isCancelled { return }
                try? await Task.sleep(for: Self.pause)
                continue
            }
            // A pipe that is writable has room for this much.
            let piece = rest.prefix(Int(PIPE_BUF))
            let count = piece.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            // No one reads it any more; the child may still go on.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private var isWritable: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&state, 1, 0) != 0
    }
}

/// Whether a child of ours has ended; it is not reaped.
private func hasEnded(_ child: pid_t) -> Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0
        || info.si_signo == SIGCHLD
}
