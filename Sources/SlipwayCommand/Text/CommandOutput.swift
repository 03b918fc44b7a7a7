internal import Glibc
internal import Slipway
internal import SlipwaySystem

/// The output of another program.
enum CommandOutput {
    /// Runs a program of PATH, never through a shell, and waits for it.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - isQuiet: Whether what it writes to standard error is dropped.
    ///   - limit: The time after which the program is killed.
    /// - Returns: What it wrote to standard output.
    /// - Throws: ``CommandFailure``: the program cannot be run, or did not end with 0 in time.
    static func read(
        _ words: [String],
        isQuiet: Bool = false,
        within limit: Duration = .seconds(10)
    ) throws -> String {
        let end = Instant.now.advanced(by: limit)
        let program = words.first ?? ""
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw failure(program, .current) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        if isQuiet {
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addclose(&actions, ends[1])
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var pid: pid_t = 0
        let error = posix_spawnp(&pid, program, &actions, nil, &pointers, environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard error == 0 else { throw failure(program, ErrorNumber(error)) }
        let output = readAll(ends[0], until: end)
        if output == nil { kill(pid, SIGKILL) }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        guard let output else {
            throw CommandFailure.cannot(
                "'\(words.joined(separator: " "))' has not answered within \(limit.timespan)"
            )
        }
        guard status == 0 else {
            throw CommandFailure.cannot("'\(words.joined(separator: " "))' failed")
        }
        return output
    }

    /// Reads up to the end; `nil` if that has not come in time.
    private static func readAll(_ descriptor: Int32, until end: Instant) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let rest = Instant.now.duration(to: end)
            guard rest > .zero else { return nil }
            let milliseconds = Int32(clamping: rest.microseconds / 1000 + 1)
            guard poll(&readable, 1, milliseconds) > 0 else { continue }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    private static func failure(_ program: String, _ error: ErrorNumber) -> CommandFailure {
        .cannot("cannot run \(program): \(error)")
    }
}
