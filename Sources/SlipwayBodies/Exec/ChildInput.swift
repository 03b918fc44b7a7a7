import Glibc

/// What a child reads from standard input: a pipe that already holds all of it.
///
/// Filling the pipe before the child exists means that no one has to write while it runs: a child
/// that never reads, or closes its input early, cannot fail or hang the operation.
enum ChildInput {
    private static let setPipeSize: Int32 = 1031  // F_SETPIPE_SZ, a macro that Swift does not see

    /// Opens the input; `nil` is empty input.
    ///
    /// The caller closes the descriptor.
    ///
    /// - Throws: ``ExecError/inputTooLong(program:limit:)`` past 1 MiB, or
    ///   ``ExecError/notStarted(program:reason:)`` if the kernel refuses the pipe.
    static func open(_ text: String?, for program: String) throws(ExecError) -> Int32 {
        guard let text, !text.isEmpty else {
            return try Self.checked(Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC), program)
        }
        let bytes = Array(text.utf8)
        guard bytes.count <= bodyOutputLimit else {
            throw .inputTooLong(program: program, limit: bodyOutputLimit)
        }
        var ends: [Int32] = [-1, -1]
        _ = try Self.checked(pipe(&ends), program)
        defer { close(ends[1]) }
        do throws(ExecError) {
            // Children cannot inherit these in between: every child closes all but 0, 1 and 2.
            for end in ends { _ = try Self.checked(fcntl(end, F_SETFD, FD_CLOEXEC), program) }
            _ = try Self.checked(fcntl(ends[1], F_SETFL, O_NONBLOCK), program)
            let size = Int32(bytes.count)
            if size > 65536 {
                _ = try Self.checked(fcntl(ends[1], Self.setPipeSize, size), program)
            }
            try Self.write(bytes, to: ends[1], program)
        } catch {
            close(ends[0])
            throw error
        }
        return ends[0]
    }

    private static func write(
        _ bytes: [UInt8],
        to descriptor: Int32,
        _ program: String
    ) throws(ExecError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count < 0 && errno == EINTR { continue }
            written += try Int(checked(Int32(count), program))
        }
    }

    private static func checked(_ result: Int32, _ program: String) throws(ExecError) -> Int32 {
        guard result < 0 else { return result }
        let reason = "cannot prepare its standard input: \(systemErrorText(errno))"
        throw .notStarted(program: program, reason: reason)
    }
}
