import Foundation
import SlipwayLoop
import SlipwayTestSupport
import Testing

@testable import SlipwayProcess

/// Discards children's output, unless a test uses it.
let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)

extension ProcessRunner {
    /// A runner whose children's output is discarded.
    nonisolated static func quiet(standardError: Int32 = nowhere) throws -> ProcessRunner {
        try Loop.start()
        return ProcessRunner(log: OutputLog(.lines(standardError)))
    }

    nonisolated func run(_ command: ChildCommand) async throws(ChildFailure) -> ChildEnd {
        try await run(command, grace: .seconds(30))
    }
}

extension ChildCommand {
    /// A shell script, with the PATH of its programs.
    static func shell(
        _ script: String,
        in folder: TemporaryFolder? = nil,
        input: String = "",
        output: Output = .collected(limit: 1 << 20)
    ) -> ChildCommand {
        ChildCommand(
            "/bin/sh",
            arguments: ["-c", script],
            environment: ["PATH": "/usr/bin:/bin"],
            directory: folder?.path,
            input: Array(input.utf8),
            output: output,
            writer: .step
        )
    }
}

extension OutputWriter {
    static let step = OutputWriter(name: "step", service: "tests", launchID: "launch")
}

extension ChildEnd {
    var text: String { String(decoding: output, as: UTF8.self) }
}

/// Tells whether a process runs; a zombie does not.
func isRunning(_ pid: Int) -> Bool {
    guard let line = try? Data(contentsOf: URL(filePath: "/proc/\(pid)/stat")) else { return false }
    return ProcessEntry(line).map { !$0.isZombie } ?? false
}

/// The processes whose numbers a script wrote into a file, once the file exists.
func processes(in folder: TemporaryFolder, _ name: String = "pids") async throws -> [Int] {
    try await eventually("the script wrote '\(name)'") {
        // A shell makes the file before its command writes into it.
        (try? folder.read(name))?.hasSuffix("\n") == true
    }
    return try folder.read(name).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
}

/// Runs a script that writes process numbers to `pids`, then cancels it and waits for its end.
func cancelling(
    _ script: String,
    in folder: TemporaryFolder,
    grace: Duration = .seconds(30)
) async throws -> (failure: ChildFailure?, processes: [Int]) {
    let runner = try ProcessRunner.quiet()
    return try await withThrowingTaskGroup(of: ChildFailure?.self) { group in
        group.addTask {
            do throws(ChildFailure) {
                _ = try await runner.run(.shell(script, in: folder), grace: grace)
                return nil
            } catch {
                return error
            }
        }
        let processes = try await processes(in: folder)
        #expect(processes.allSatisfy(isRunning))
        group.cancelAll()
        return (try await group.next() ?? nil, processes)
    }
}
