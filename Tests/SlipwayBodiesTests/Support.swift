import Foundation
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayOperations
import SlipwayProcess

/// Discards children's output, unless a test uses it.
let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)

extension BodyRunner {
    /// A runner whose children find their programs, and whose output is discarded.
    static func quiet(
        _ environment: [String: String] = [:],
        standardError: Int32 = nowhere
    ) -> BodyRunner {
        let environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        let log = OutputLog(.lines(standardError))
        let programs = Programs(log: log, folder: NotifyFolder(in: nil))
        return BodyRunner(environment: environment, log: log, programs: programs)
    }

    func run(
        _ body: BodySpecification,
        of owner: BodyOwner = BodyOwner(name: "step"),
        values: TemplateValues = .init()
    ) async throws -> JSON {
        try await run(body, of: owner, values: values, grace: .seconds(30))
    }

    /// The error of a body, in one line; `nil` if it does not fail.
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
        stdin: Template? = nil,
        output: ExecSpecification.Output = .none
    ) -> BodySpecification {
        .exec(
            ExecSpecification(
                command: command,
                environment: environment,
                directory: directory,
                stdin: stdin,
                output: output
            )
        )
    }

    /// A script for the shell.
    static func shell(
        _ script: String,
        environment: [String: Template] = [:],
        directory: Template? = nil,
        stdin: Template? = nil,
        output: ExecSpecification.Output = .none
    ) -> BodySpecification {
        .program(
            "/bin/sh",
            "-c",
            Template(literal: script),
            environment: environment,
            directory: directory,
            stdin: stdin,
            output: output
        )
    }
}
