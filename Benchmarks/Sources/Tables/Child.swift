internal import Engines
internal import Glibc

/// This program, started for one measurement: with a fresh heap, one thread, and nothing warm.
enum Child {
    enum Ending {
        case measured(Figures)
        /// The figures that it had measured by then.
        case overTime(Figures)
        case died(status: Int32)
    }

    /// Runs `measure` with these arguments, for at most that many seconds.
    static func measure(_ arguments: [String], limit seconds: Int = 60) -> Ending {
        showProgress("measuring \(arguments.joined(separator: " ")) ")
        defer { showProgress("") }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
            return .died(status: -1)
        }
        defer { close(ends[0]) }
        guard let process = spawn(arguments, output: ends[1]) else {
            close(ends[1])
            return .died(status: -1)
        }
        close(ends[1])
        let deadline = time(nil) + seconds
        var text: [UInt8] = []
        var isOver = false
        while true {
            var wanted = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
            let left = deadline - time(nil)
            if left <= 0 || poll(&wanted, 1, Int32(left) * 1000) == 0 {
                isOver = true
                kill(process, SIGKILL)
                break
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(ends[0], &buffer, buffer.count)
            if count <= 0 { break }
            text += buffer[..<count]
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let figures = Figures(lines: String(decoding: text, as: UTF8.self))
        if isOver { return .overTime(figures) }
        return status == 0 ? .measured(figures) : .died(status: status)
    }

    private static func spawn(_ arguments: [String], output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        var words = (["tables", "measure"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        guard posix_spawn(&process, program(for: arguments), &actions, nil, &words, environ) == 0
        else {
            return nil
        }
        return process
    }

    /// This program, or the other one, which links Foundation.
    private static func program(for arguments: [String]) -> String {
        let own = "/proc/self/exe"
        guard arguments.first == EngineKind.operationQueue.rawValue,
            let path = realpath(own, nil).map({ path in
                defer { free(path) }
                return String(cString: path)
            })
        else { return own }
        return "\(path)-foundation"
    }

    /// The medians of several measurements, taken alternately, so that other load on the machine
    /// affects all of them alike.
    ///
    /// A measurement that failed or took too long is not repeated.
    static func medians(
        _ measurements: [[String]],
        repetitions: Int,
        limit: Int = 60
    ) -> [Ending] {
        var runs = [[Figures]](repeating: [], count: measurements.count)
        var failures = [Ending?](repeating: nil, count: measurements.count)
        for _ in 0..<repetitions {
            for (number, arguments) in measurements.enumerated() where failures[number] == nil {
                switch measure(arguments, limit: limit) {
                case .measured(let figures): runs[number].append(figures)
                case let failure: failures[number] = failure
                }
            }
        }
        return zip(runs, failures).map { runs, failure in failure ?? .measured(.median(runs)) }
    }
}
