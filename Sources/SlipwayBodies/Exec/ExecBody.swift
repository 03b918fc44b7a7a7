internal import Glibc
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwayOperations
internal import SlipwayProcess
internal import SlipwaySystem

/// An `exec` body with every template filled in.
struct ExecBody {
    /// The command that is run.
    var command: ChildCommand
    /// The directory of the command, as messages name it.
    private let directory: String?
    private let output: ExecSpecification.Output
    /// Gets the exit status and the last lines of an action's program; `nil` for an operation.
    private let end: HandlerEnd?

    init(
        _ specification: ExecSpecification,
        values: TemplateValues,
        in environment: [String: String],
        _ process: PreparedProcess,
        _ writer: OutputWriter,
        telling end: HandlerEnd? = nil
    ) throws {
        self.end = end
        let words = try specification.command.map { try $0.render(values) }
        let additions = try specification.environment.mapValues { try $0.render(values) }
        var inherited = environment
        if let variables = process.variables {
            for name in ProcessAccount.userVariables { inherited[name] = variables[name] }
        }
        output = specification.output
        directory = try specification.directory?.name(values)
        var command = ChildCommand(
            words.first ?? "",
            arguments: Array(words.dropFirst()),
            environment: inherited.merging(additions) { $1 },
            directory: try specification.directory?.render(values),
            input: Array(try specification.stdin?.render(values).utf8 ?? "".utf8),
            output: output == .none
                ? .lines : .collected(limit: specification.outputLimit ?? bodyOutputLimit),
            writer: writer
        )
        command.ownVariables = Set(additions.keys)
        command.variablesFiles = try specification.environmentFiles.map {
            VariablesFile(path: try $0.path.render(values), isOptional: $0.isOptional)
        }
        command.redaction = values.credentials.redaction
        command.successes = specification.success
        if let end { command.lastLines = (end.lineLimit, { end.note($0) }) }
        command.settings = process.settings
        if !specification.settings.hasClearEnvironment {
            command.rawEnvironment = ProcessEnvironment.undecodable
        }
        self.command = command
    }

    /// The program's name in messages; a payload cannot choose it.
    var program: String { Quoting.shown(command.program, limit: 200) }

    /// Runs the program to its end.
    ///
    /// - Throws: ``ExecError``; when cancelled, `Cancelled` with the program's last line on
    ///   standard error, or `CancellationError` if there is none.
    func run(with runner: ProcessRunner, grace: Duration) async throws -> JSON {
        guard command.input.count <= bodyOutputLimit else {
            throw ExecError.inputTooLong(program: program, limit: bodyOutputLimit)
        }
        let end: ChildEnd
        do throws(ChildFailure) {
            end = try await runner.run(command, grace: grace)
        } catch {
            throw described(error)
        }
        switch end.status {
        case .exited(let status): self.end?.note(.status(status))
        case .killed(let signal): self.end?.note(.signal(signalName(signal)))
        case .outOfMemory: self.end?.note(.signal(signalName(SIGKILL)))
        case .unknown: break
        }
        return try value(of: end)
    }

    private func killed(after patience: Duration, _ line: String?) -> Cancelled {
        let words =
            "'\(program)' was killed: it did not end within \(patience.timespan) of "
            + signalName(command.settings.stopSignal ?? SIGTERM)
        let last = line.map { "; it last said: \($0)" } ?? ""
        return Cancelled(words + last, withoutOutput: words)
    }

    private func described(_ failure: ChildFailure) -> any Error {
        switch failure {
        case .notStarted(let reason, let isShortage):
            ExecError.notStarted(program: program, reason: reason, isShortage: isShortage)
        case .noDirectory(let reason):
            ExecError.notStarted(
                program: program,
                reason: "cannot enter directory '\(directory ?? "")': \(reason)"
            )
        case .outputTooLong(let limit): ExecError.outputTooLong(program: program, limit: limit)
        case .cancelled(let line, let patience?): killed(after: patience, line)
        case .cancelled(nil, nil): CancellationError()
        case .cancelled(let line?, nil):
            Cancelled("'\(program)' last said: \(line)", withoutOutput: "'\(program)' was ended")
        }
    }

    private func value(of end: ChildEnd) throws(ExecError) -> JSON {
        switch end.status {
        case .exited(let status) where command.successes.contains(status): break
        case .exited(let status):
            throw .exited(program: program, status: status, lastLine: end.lastLine)
        case .killed(let signal):
            throw .killed(program: program, signal: signal, lastLine: end.lastLine)
        case .outOfMemory(let lack):
            throw .outOfMemory(program: program, reason: "\(lack)", lastLine: end.lastLine)
        case .unknown: throw .lost(program: program)
        }
        do throws(OutputFault) {
            switch output {
            case .none: return .null
            case .json: return try BodyOutput.json(end.output)
            case .text: return .string(withoutFinalNewline(try BodyOutput.text(end.output)))
            case .lines:
                let lines = BodyOutput.lines(try BodyOutput.text(end.output))
                return .array(lines.map { .string($0) })
            }
        } catch {
            throw .unreadableOutput(
                program: program,
                expected: output == .json ? "JSON" : output.rawValue,
                reason: error.reason
            )
        }
    }
}

private func withoutFinalNewline(_ text: String) -> String {
    guard text.utf8.last == UInt8(ascii: "\n") else { return text }
    return String(Substring(text.utf8.dropLast()))
}
