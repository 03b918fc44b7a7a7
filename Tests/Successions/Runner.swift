internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwayOperations

/// Runs the bodies of one generation: each takes some time, and some fail.
final class Runner: BodyRunning, @unchecked Sendable {  // One thread has all of it.
    private let generation: Int
    private let service: RandomService
    let outside: Outside
    private let table: ActionTable
    private let clock: VirtualTime
    private var draw: Draw
    /// The operation whose body fails as long as the generation is not in service.
    var failing: String?

    /// The error of a body that fails.
    private struct Broken: Error {}

    init(
        _ generation: Int,
        _ service: RandomService,
        _ outside: Outside,
        _ table: ActionTable,
        _ clock: VirtualTime,
        seed: UInt64
    ) {
        self.generation = generation
        self.service = service
        self.outside = outside
        self.table = table
        self.clock = clock
        draw = Draw(seed: seed)
    }

    private func pass() async throws {
        guard !draw.chance(30) else { return try Task.checkCancellation() }
        try await clock.sleep(until: clock.now.advanced(by: .milliseconds(draw.number(1...40))))
    }

    func run(
        _ body: BodySpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        _ grace: Duration
    ) async throws -> JSON {
        if let action = owner.action {
            if let needed = service.operation(requiredBy: owner.name), needed.leavesSomething,
                outside.index(of: needed.name, for: generation) == nil
            {
                outside.complain("\(action) runs without \(needed.name)")
            }
            table.begins(action, in: generation)
            do { try await pass() } catch {
                table.gaveUp(action)
                throw error
            }
            table.isDone(action, in: generation)
            return .null
        }
        try await act(owner.name)
        return .null
    }

    private func act(_ name: String) async throws {
        outside.trace?("\(generation) begins \(name)")
        do { try await pass() } catch {
            outside.gaveUp(name)
            throw error
        }
        if name == failing { throw Broken() }
        guard let operation = service.operation(named: name) else { return }
        outside.done(operation, by: generation)
    }

    func undo(
        _ stop: ExecSpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        within limit: Duration
    ) async throws {
        try? await pass()
        outside.undone(owner.name, by: generation)
    }

    func start(_ program: ProgramStart) async throws { try await act(program.name) }

    func stop(program: String) async throws {
        // It may never have become ready.
        guard outside.index(of: program, for: generation) != nil else { return }
        try? await pass()
        outside.undone(program, by: generation)
    }

    /// No time limit passes.
    func sleep(until instant: Instant) async throws {
        try await clock.sleep(until: Instant(nanoseconds: .max))
    }

    func exists(_ path: String) async -> Bool { false }
}
