import Glibc
import Slipway
import SlipwayConfiguration
import SlipwayJSON
import Subprocess
import SystemPackage

/// A program about to run: every template filled in.
///
/// A child leads a session of its own, so that one signal reaches everything it started. What is
/// cancelled takes its whole session down; what ends by itself may leave processes behind, as a
/// start script does, and even when those keep its output open, the operation ends with the child.
struct ExecBody {
    private let program: String
    private let configuration: Subprocess.Configuration
    private let input: String?
    private let output: ExecSpecification.Output
    private let path: String?
    private let grace: Duration

    init(
        _ specification: ExecSpecification,
        values: TemplateValues,
        in environment: [String: String],
        grace: Duration
    ) throws {
        let command = try specification.command.map { try $0.render(values) }
        let directory = try specification.directory?.render(values)
        let additions = try specification.environment.mapValues { try $0.render(values) }
        let variables = environment.merging(additions) { _, addition in addition }
        program = command.first ?? ""
        input = try specification.input?.render(values)
        output = specification.output
        path = variables["PATH"]
        self.grace = grace
        try Self.check(command: command, directory: directory, variables: variables)

        var keyed: [Environment.Key: String] = [:]
        for (name, value) in variables {
            if let key = Environment.Key(rawValue: name) { keyed[key] = value }
        }
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: grace)
        ]
        configuration = Subprocess.Configuration(
            executable: program.utf8.contains(UInt8(ascii: "/"))
                ? .path(FilePath(program)) : .name(program),
            arguments: Arguments(Array(command.dropFirst())),
            environment: .custom(keyed),
            workingDirectory: directory.map { FilePath($0) },
            platformOptions: options
        )
    }

    /// What the process library would cut short, or print with its value.
    private static func check(
        command: [String],
        directory: String?,
        variables: [String: String]
    ) throws(ExecError) {
        let program = beginning(of: (command.first ?? "").utf8)
        func refuse(_ reason: String) -> ExecError { .notStarted(program: program, reason: reason) }
        if program.isEmpty { throw refuse("its name is empty") }
        if let index = command.firstIndex(where: { $0.utf8.contains(0) }) {
            throw refuse("argument \(index) contains a zero byte")
        }
        if directory?.utf8.contains(0) == true {
            throw refuse("its directory contains a zero byte")
        }
        for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
            if name.isEmpty || name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "=") }) {
                throw refuse("'\(beginning(of: name.utf8))' cannot be the name of a variable")
            }
            if value.utf8.contains(0) { throw refuse("variable '\(name)' contains a zero byte") }
        }
    }

    /// Runs the program to its end.
    func run(relayingTo standardError: Int32) async throws -> JSON {
        try Task.checkCancellation()
        let stdin = try ChildInput.open(input, for: program)
        defer { close(stdin) }
        let cancellation = CancellationTime()
        let relay = ErrorRelay(to: standardError)
        var leader: pid_t?
        do {
            let end = try await withTaskCancellationHandler {
                try await runChild(noting: &leader, input: stdin, relay: relay)
            } onCancel: {
                cancellation.note()
            }
            if Task.isCancelled { throw interruption(end) }
            return try value(of: end)
        } catch {
            // The process library stops at the death of the child itself.
            if let leader, Task.isCancelled || error is OutputOverflow {
                await endSession(of: leader, grace: grace - cancellation.elapsed)
            }
            throw described(error)
        }
    }

    /// What is known of a child once it has ended.
    private struct End {
        var status: TerminationStatus
        var output: [UInt8]
        var lastLine: String?
    }

    private func runChild(
        noting leader: inout pid_t?,
        input: Int32,
        relay: ErrorRelay
    ) async throws -> End {
        let input = FileDescriptorInput.fileDescriptor(
            FileDescriptor(rawValue: input),
            closeAfterSpawningProcess: false
        )
        if output == .none {
            let result = try await Subprocess.run(
                configuration,
                input: input,
                output: .currentStandardOutput,
                error: .sequence
            ) { child in
                let pid = child.processIdentifier.value
                leader = pid
                return await evenWhenCancelled { await relay.pass(child.standardError, of: pid) }
            }
            return End(status: result.terminationStatus, output: [], lastLine: result.closureResult)
        }
        let result = try await Subprocess.run(
            configuration,
            input: input,
            output: .sequence,
            error: .sequence
        ) { child in
            let pid = child.processIdentifier.value
            leader = pid
            return try await evenWhenCancelled {
                async let lastLine = relay.pass(child.standardError, of: pid)
                let output = try await collected(child.standardOutput)
                return (output, await lastLine)
            }
        }
        let (output, lastLine) = result.closureResult
        return End(status: result.terminationStatus, output: output, lastLine: lastLine)
    }

    /// What a timeout reports: the child's last words, if there were any.
    private func interruption(_ end: End) -> any Error {
        guard let lastLine = end.lastLine else { return CancellationError() }
        return Cancelled("'\(program)' last said: \(lastLine)")
    }

    private func value(of end: End) throws(ExecError) -> JSON {
        switch end.status {
        case .exited(0): break
        case .exited(let status):
            throw .exited(program: program, status: status, lastLine: end.lastLine)
        case .signaled(let signal):
            throw .killed(program: program, signal: signal, lastLine: end.lastLine)
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

    /// The error in this project's words; the process library's own name no cause.
    private func described(_ error: any Error) -> any Error {
        if error is OutputOverflow {
            return ExecError.outputTooLong(program: program, limit: bodyOutputLimit)
        }
        guard let error = error as? SubprocessError else { return error }
        let directory = configuration.workingDirectory?.string
        let cause = error.underlyingError.map { systemErrorText($0.rawValue) }
        let reason =
            switch error.code {
            case .executableNotFound:
                reasonNotRunnable(program, in: directory, path: path)
            case .failedToChangeWorkingDirectory:
                "cannot enter directory \(directory ?? ""): \(cause ?? "no cause given")"
            default:
                cause ?? error.description
            }
        return ExecError.notStarted(program: program, reason: reason)
    }
}

private func withoutFinalNewline(_ text: String) -> String {
    guard text.utf8.last == UInt8(ascii: "\n") else { return text }
    return String(Substring(text.utf8.dropLast()))
}
