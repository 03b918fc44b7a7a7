internal import Glibc

/// Runs the cases in a worker process, and continues after a case that ended or blocked it.
struct Supervisor {
    /// The longest time that a case may take.
    private static let patience = Duration.seconds(10)
    /// The most memory that the cases may use, in kilobytes.
    private static let memoryLimit = 512 * 1024
    /// After how many broken promises it stops.
    static let mostBroken = 20

    private let options: Options
    private let folder = Files.temporaryFolder()
    private let progress: Progress

    init(_ options: Options) {
        self.options = options
        progress = Progress(at: "\(folder)/progress")
    }

    /// - Returns: The exit status.
    func run() -> Int32 {
        defer { Files.remove(folder: folder) }
        let begin = ContinuousClock.now
        if options.target == .urls, let reason = Isolation.missing() {
            print("fuzz: cannot fuzz URLs here: \(reason)")
            return 1
        }
        print("\(options.target.rawValue): \(options.count) cases, seed \(options.seed)")
        fflush(nil)
        var rest = options.cases
        while !rest.isEmpty, progress[.broken] < Self.mostBroken {
            guard let end = endOfWorker(rest) else { break }
            progress.count(.broken)
            print("case \(end.last): \(end.reason)")
            print("  repeat: \(options.command(for: end.last..<end.last + 1))")
            fflush(nil)
            rest = (end.last + 1)..<rest.upperBound
        }
        let seconds = begin.duration(to: .now).components.seconds
        let broken = progress[.broken]
        print(
            "\(options.target.rawValue): \(done) cases in \(seconds) s, "
                + "\(progress[.accepted]) accepted, at most \(progress[.memory] / 1024) MB: "
                + (broken == 0 ? "nothing ended, nothing hung" : "\(broken) broke a promise")
        )
        return broken == 0 ? 0 : 1
    }

    private var done: Int { max(progress[.current] - options.first, 0) }

    /// Runs a worker; `nil` if it finished, otherwise its last case and the reason of its end.
    private func endOfWorker(_ cases: Range<Int>) -> (last: Int, reason: String)? {
        progress[.current] = cases.lowerBound
        let arguments = options.arguments(for: cases) + ["--progress", "\(folder)/progress"]
        guard let worker = ChildProcess(CommandLine.arguments[0], arguments) else {
            return (cases.lowerBound, "cannot start a process")
        }
        defer {
            let child = pid_t(progress[.child])
            if child > 0 { kill(child, SIGKILL) }
            progress[.child] = 0
        }
        var current = -1
        var since = ContinuousClock.now
        while true {
            if let end = worker.end(within: .milliseconds(200)) {
                if end == .status(0) || end == .status(1) && progress[.broken] > 0 { return nil }
                return (last, "ended the process: \(end)")
            }
            let memory = residentMemory(of: worker.identifier)
            if options.target != .frames { progress.note(memory: memory) }
            guard memory < Self.memoryLimit else {
                _ = worker.kill()
                return (last, "took the process to \(memory / 1024) MB")
            }
            if progress[.current] != current {
                (current, since) = (progress[.current], .now)
            } else if since.duration(to: .now) > Self.patience {
                _ = worker.kill()
                return (last, "did not end within \(Self.patience)")
            }
        }
    }

    /// The worker's present case.
    private var last: Int { max(progress[.current] - 1, options.first) }
}
