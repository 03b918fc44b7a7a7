import Slipway
import SlipwayConfiguration
import SlipwayJSON
import SlipwayOperations
import Synchronization

/// Records what a launch asks for, each call in one line.
final class Recorder: BodyRunning {
    private let lines = Mutex<[String]>([])
    /// Paths that exist.
    private let paths: Set<String>
    /// Programs that fail, by name, and how often before they succeed.
    private let failures: Mutex<[String: Int]>
    /// The values that bodies return, by the name of their operation.
    private let values: [String: JSON]

    init(
        values: [String: JSON] = [:],
        paths: Set<String> = [],
        failures: [String: Int] = [:]
    ) {
        self.values = values
        self.paths = paths
        self.failures = Mutex(failures)
    }

    /// The calls so far, in order.
    var calls: [String] { lines.withLock(\.self) }

    func run(
        _ body: BodySpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        _ grace: Duration
    ) async throws -> JSON {
        guard case .exec(let exec) = body else {
            note("\(owner.name)")
            try fail("\(owner.name)")
            return self.values[owner.name] ?? .null
        }
        let words = try exec.command.map { template throws(TemplateError) in
            try template.render(values)
        }
        note(words.joined(separator: " "))
        try fail(words[0])
        return self.values[owner.name] ?? .null
    }

    func undo(
        _ stop: ExecSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        within limit: Duration
    ) async throws {
        _ = try await run(.exec(stop), owner, values, limit)
    }

    func start(_ program: ProgramStart) async throws {
        let name = try program.exec.command[0].render(program.values)
        let times = program.times
        let limit = times.startLimit == times.longestStart ? "" : " within \(times.startLimit)"
        let words = try program.stop?.command.map { template throws(TemplateError) in
            try template.render(program.values)
        }
        let end = words.map { ", stop: \($0.joined(separator: " "))" } ?? ""
        let required = program.requires.sorted().joined(separator: ", ")
        let needs = required.isEmpty ? "" : ", requires: \(required)"
        note("start \(name)\(limit), ended: \(program.program.ended.rawValue)\(end)\(needs)")
        if case .tcp(let address) = program.program.health?.check {
            note("health \(try address.render(program.values))")
        }
        try fail(name)
    }

    func stop(program: String) async throws {
        note("end \(program)")
    }

    func exists(_ path: String) async -> Bool {
        note("exists \(path)")
        return paths.contains(path)
    }

    private func note(_ line: String) {
        lines.withLock { $0.append(line) }
    }

    private func fail(_ name: String) throws {
        let fails = failures.withLock { failures in
            guard let left = failures[name], left > 0 else { return false }
            failures[name] = left - 1
            return true
        }
        if fails { throw Refused() }
    }

    private struct Refused: Error {}
}

extension Recorder {
    /// Launches a configuration until it is ready, and stops it; its report after that.
    func launch(
        _ yaml: String,
        environment: [String: String] = [:],
        id: String = "launch-1",
        values: (any ValueStore)? = nil
    ) async throws -> Report {
        let configured = try ConfiguredGraph(
            parsing: .test(yaml),
            environment: environment,
            credentials: CredentialFolder(in: environment),
            runner: self
        )
        let launch = Launch(configured.graph, id: id, values: values)
        let running = Task { try? await launch.run() }
        _ = await launch.waitUntilReady()
        launch.stop()
        await running.value
        return launch.report
    }
}
