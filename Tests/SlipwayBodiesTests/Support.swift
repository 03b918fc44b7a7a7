import Foundation
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON

/// A folder of its own for one test, removed with its owner.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = "/tmp/slipway-bodies-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ text: String, to name: String, mode: Int = 0o644) throws -> String {
        let file = "\(path)/\(name)"
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
}

/// What children print is of no interest, unless a test says where it goes.
let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)

extension BodyRunner {
    /// A runner whose children find their programs and disturb no one.
    static func quiet(
        _ environment: [String: String] = [:],
        standardError: Int32 = nowhere,
        grace: Duration = .seconds(5)
    ) -> BodyRunner {
        let environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        return BodyRunner(environment: environment, standardError: standardError, grace: grace)
    }

    func run(_ body: BodySpecification, values: TemplateValues = .init()) async throws -> JSON {
        try await run(body, name: "step", values: values)
    }

    /// The one line that a body fails with; `nil` if it does not fail.
    func failure(_ body: BodySpecification) async -> String? {
        do {
            _ = try await run(body)
            return nil
        } catch {
            return "\(error)"
        }
    }
}

extension Template: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Text without references: `$` has no meaning here.
    public init(stringLiteral value: String) {
        self.init(literal: value)
    }
}

extension BodySpecification {
    static func program(
        _ command: Template...,
        environment: [String: Template] = [:],
        directory: Template? = nil,
        input: Template? = nil,
        output: ExecSpecification.Output = .none
    ) -> BodySpecification {
        .exec(
            ExecSpecification(
                command: command,
                environment: environment,
                directory: directory,
                input: input,
                output: output
            )
        )
    }

    /// A script for the shell.
    static func shell(
        _ script: String,
        environment: [String: Template] = [:],
        directory: Template? = nil,
        input: Template? = nil,
        output: ExecSpecification.Output = .none
    ) -> BodySpecification {
        .program(
            "/bin/sh",
            "-c",
            Template(literal: script),
            environment: environment,
            directory: directory,
            input: input,
            output: output
        )
    }
}

/// Whether a process runs; one that only waits to be reaped does not.
func isRunning(_ pid: Int) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else {
        return false
    }
    return status.split(separator: ")").last?.split(separator: " ").first != "Z"
}

/// Processes that a script wrote the numbers of into a file, once the file is there.
func processes(in folder: Folder, _ name: String = "pids") async throws -> [Int] {
    let file = Template(literal: "\(folder.path)/\(name)")
    _ = try await BodyRunner.quiet().run(.wait(.init(target: .file(file), every: .milliseconds(1))))
    return try folder.read(name).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
}
