internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayReport
internal import SlipwayVarlink

/// `slipway reload` brings a changed configuration into the running service.
struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "reload",
        abstract: "Bring the changed configuration into the running service.",
        discussion: """
            Operations that did not change, and require nothing that did, are not run again, and their \
            programs go on; what changed runs beside the generation that is in service, and takes its \
            place once all is ready. If it is wrong or fails, the one before it stays in service: the \
            command says why, and exits with 1, or with 78 if the configuration is wrong. Where the service \
            stops before that, it exits with 75, and the unit that has it as its ExecReload= is not failed \
            for it (SuccessExitStatus=75 SIGTERM). On a terminal one line of stderr says how far the new \
            generation is. While the service starts, the reload comes once it is ready, and the command waits; \
            if the launch fails, it exits with 1. Once its timeout has passed it exits with 3, and the reload \
            goes on. Takes the right to operate.

            \(CommandFailure.exitCodes)
            """
    )

    @Flag(help: "Only tell what would run, stay, be replaced and go.")
    var dryRun = false

    @Option(
        help: "How long to wait, such as 30s (default: as long as it takes).",
        transform: TimeoutArgument.init(parsing:)
    )
    var timeout: TimeoutArgument?

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let reply: JSON
        do {
            reply = try answer()
        } catch ControlClientError.timedOut where timeout != nil {
            let limit = (timeout?.duration ?? .zero).timespan
            let rest =
                dryRun ? "" : ": the reload goes on; 'slipway status' says what becomes of it"
            throw CommandFailure.late("timed out after \(limit)\(rest)")
        } catch let error as ControlClientError where error.isStop {
            throw Stopped(end: error)
        }
        let lines = try Method.Reload.reply(reply).lines(isDryRun: dryRun)
        try output.print(json: reply, text: lines.map(\.printable).joined(separator: "\n"))
    }

    /// The last reply; a line on the terminal tells the earlier ones.
    private func answer() throws -> JSON {
        let method = Method.Reload(isDryRun: dryRun)
        let client = try connection.control()
        let line = LiveLine(on: .error, isWanted: !output.json && !dryRun)
        guard line.isOn else {
            return try client.answer(to: method, timeout: timeout?.duration)
        }
        let deadline = timeout.map { Instant.now.advanced(by: $0.duration) }
        var last = JSON.null
        var progress: (reply: ReloadReply, at: Instant)?
        line.words = { now in progress.flatMap { $0.reply.words(asOf: $0.at, at: now) } }
        line.tell("reloading")
        line.follow(client)
        defer { line.erase() }
        try client.stream(
            method,
            timeout: deadline.map { max(Instant.now.duration(to: $0), .zero) }
        ) { reply in
            last = reply
            progress = (try Method.Reload.reply(reply), .now)
            return true
        }
        return last
    }
}

extension Reload {
    /// The service stopped before it had answered.
    struct Stopped: Error {
        let end: ControlClientError
    }
}

extension ControlClientError {
    /// The service stops, or has gone away.
    fileprivate var isStop: Bool {
        switch self {
        case .refused(let refusal): LaunchRefusal(refusal) == .shuttingDown
        case .closed: true
        case .cannotConnect, .malformedReply, .timedOut: false
        }
    }
}

extension ReloadReply {
    /// `reloading: generation 2, 1/2 operations, waiting for slow 1.2s of 5s`; `nil` for the last reply.
    fileprivate func words(asOf: Instant, at now: Instant) -> String? {
        guard let progress else { return nil }
        let isStart = progress.generation == generation
        let subject = isStart ? "once the service is ready" : "generation \(progress.generation)"
        return "reloading: \(subject), " + ProgressText.words(for: progress, asOf: asOf, at: now)
    }

    /// A line for each operation that the reload does not leave as it is, or would not.
    fileprivate func lines(isDryRun: Bool) -> [String] {
        let moved = operations.filter { $0.fate != .stays }
        var table = TextTable([.left("OPERATION"), .left("FATE"), .left("WHY")])
        table.rows = moved.map { [$0.name, $0.fate.rawValue, $0.reason] }
        let stay = operations.count - moved.count
        let head =
            isDryRun
            ? "generation \(generation) would be followed by another one"
            : "generation \(generation) is in service"
        let count =
            "\(stay) of \(operations.count) operations "
            + (stay == 1 ? "stays as it is" : "stay as they are")
        return (moved.isEmpty ? [] : table.lines) + notes + ["\(head); \(count)"]
    }
}
