internal import Glibc

/// A started program; uses nothing of the fuzzed code.
struct ChildProcess {
    let identifier: pid_t

    /// The end of a process.
    enum End: Equatable {
        case status(Int32)
        case signal(Int32)
    }

    /// Starts a program with a minimal environment; `output` is the file for its output, `nil` for
    /// this process's output.
    init?(_ program: String, _ arguments: [String], output: String? = nil) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let output {
            let flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, flags, 0o600)
            posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        }
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        // Writing a backtrace takes seconds, in which the process seems to hang.
        let variables = ["PATH=/usr/local/bin:/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no"]
        var environment = variables.map { strdup($0) } + [nil]
        defer { for word in words + environment { free(word) } }
        var identifier: pid_t = 0
        guard posix_spawn(&identifier, program, &actions, nil, &words, &environment) == 0 else {
            return nil
        }
        self.identifier = identifier
    }

    /// Waits at most `limit` for its end; call it until it has ended.
    func end(within limit: Duration) -> End? {
        poll(for: limit) {
            var status: Int32 = 0
            return waitpid(identifier, &status, WNOHANG) == identifier ? End(status) : nil
        }
    }

    /// Kills it.
    func kill() -> End? {
        Glibc.kill(identifier, SIGKILL)
        return end(within: .seconds(10))
    }
}

extension ChildProcess.End: CustomStringConvertible {
    fileprivate init(_ status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
    }

    var description: String {
        switch self {
        case .status(let status): "status \(status)"
        case .signal(let signal):
            "signal \(signal)" + (strsignal(signal).map { " (\(String(cString: $0)))" } ?? "")
        }
    }
}

/// The memory that a process uses, in kilobytes; 0 if it has ended.
func residentMemory(of identifier: pid_t) -> Int {
    let pages = Files.text("/proc/\(identifier)/statm").split(separator: " ").dropFirst().first
    return (pages.flatMap { Int($0) } ?? 0) * Int(getpagesize()) / 1024
}
