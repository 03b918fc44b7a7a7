import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayHost
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
import SlipwayTestSupport
import Testing

/// Services whose state directory cannot be used, for a while or for good.
@Suite(.timeLimit(.minutes(5)))
struct StorageTests {
    private let state: TemporaryFolder

    init() throws { state = try TemporaryFolder() }

    private func daemon(_ keys: String = "") async throws -> RunningDaemon {
        try await RunningDaemon(Self.configuration(keys), arguments: arguments)
    }

    private var arguments: [String] { ["--state-directory", state.path] }

    private static func configuration(_ keys: String) -> String {
        """
        name: kept
        \(keys)
        operations: { a: { sleep: 1ms } }
        actions:
          note: { exec: [/bin/true] }
          chat: { exec: [/bin/true], durability: memory }
        """
    }

    private func send(_ kind: String, to daemon: RunningDaemon) throws -> ActionPolicy.Durability {
        try daemon.client().call(Method.Submit(kind: kind)).durability
    }

    @Test func aSecondServiceOnOneStateDirectoryKeepsNothingUntilTheFirstHasEnded() async throws {
        let first = try await daemon()
        try await first.untilReady()
        let second = try await daemon("deadline: 2s")
        try await eventually("it is degraded") {
            try second.report().phase == .ready(degraded: true)
        }
        let storage = try second.report().storage
        #expect(storage?.kind == .unavailable)
        #expect(
            storage?.message.contains("another service uses the store and holds \(state.path)")
                == true
        )
        let status = try second.client().call(Method.GetStatus()).status
        #expect(status.storage == storage)
        #expect(second.program.output.contains("launch actions cannot be stored"))
        #expect(throws: ControlClientError.self) { try send("note", to: second) }
        #expect(try send("chat", to: second) == .memory)
        #expect(try send("note", to: first) == .disk)

        #expect(await first.stop().status == 0)
        try await eventually("it is taken up") { try second.report().storage == nil }
        #expect(try second.report().phase == .ready(degraded: false))
        #expect(try send("note", to: second) == .disk)
        #expect(await second.stop().status == 0)
    }

    @Test func aSenderWaitsForAFileThatIsLockedWhileTheServiceStarts() async throws {
        let first = try await daemon()
        try await first.untilReady()
        let second = try await daemon()
        async let durability = blocking {
            try second.client().call(Method.Submit(kind: "note")).durability
        }
        try await eventually("it waits") { try second.report().storage?.kind == .awaited }
        #expect(try second.report().phase == .ready(degraded: false))
        #expect(await first.stop().status == 0)
        #expect(try await durability == .disk)
        #expect(await second.stop().status == 0)
    }

    @Test func aLaunchThatRequiresStorageFailsWithoutIt() async throws {
        let first = try await daemon()
        try await first.untilReady()
        let second = try RunningDaemon(
            starting: Self.configuration("deadline: 2s\nstorage: required"),
            arguments: arguments
        )
        let result = await second.program.result()
        #expect(result.status == 1)
        #expect(
            result.output.contains("not ready within 2s; waits for the store of launch actions")
        )
        #expect(await first.stop().status == 0)
    }

    /// The number that SQLite keeps for a program in the header of its file: that of the schema.
    private func setVersion(_ change: (UInt8) -> UInt8) throws {
        let url = state.url.appending(path: "slipway-actions.db")
        var bytes = try Data(contentsOf: url)
        bytes[bytes.startIndex + 63] = change(bytes[bytes.startIndex + 63])
        try bytes.write(to: url)
    }

    /// A downgrade, and the upgrade after it.
    @Test func aStoreOfANewerVersionIsLeftAloneAndUsedOnceThatIsBack() async throws {
        let first = try await daemon()
        try await first.untilReady()
        _ = try first.client().call(Method.PauseQueue(nil))
        let id = try first.client().call(Method.Submit(kind: "note")).action.id
        #expect(await first.stop().status == 0)
        try setVersion { $0 + 1 }
        let bytes = try Data(contentsOf: state.url.appending(path: "slipway-actions.db"))

        let words = "a newer version of Slipway wrote it; start that one, or move the file away"
        let notify = try NotifySocket()
        let older = try await RunningDaemon(
            Self.configuration(""),
            arguments: arguments,
            environment: ["NOTIFY_SOCKET": notify.path]
        )
        try await eventually("it is degraded") {
            try older.report().phase == .ready(degraded: true)
        }
        #expect(try older.report().storage?.kind == .unavailable)
        #expect(try older.report().storage?.message.hasSuffix(words) == true)
        #expect(older.program.output.contains(words))
        try await eventually("the status line says so") {
            notify.messages().contains {
                $0.contains("Ready") && $0.contains("newer version of Slipway")
            }
        }
        #expect(throws: ControlClientError.self) { try send("note", to: older) }
        #expect(await older.stop().status == 0)

        let history = try await Program(
            executable: Checkout.programs.appending(path: "slipway"),
            arguments: ["history", "--app", "kept-by-nobody", "--state-directory", state.path]
        ).run()
        #expect(history.status == 2)
        #expect(history.output.contains(words), "\(history.output)")

        let required = try RunningDaemon(
            starting: Self.configuration("deadline: 1s\nstorage: required"),
            arguments: arguments
        )
        let result = await required.program.result()
        #expect(result.status == 1)
        #expect(result.output.contains(words), "\(result.output)")
        #expect(try Data(contentsOf: state.url.appending(path: "slipway-actions.db")) == bytes)

        try setVersion { $0 - 1 }
        let newer = try await daemon()
        try await newer.untilReady()
        let reply = try newer.client().call(
            Method.WaitAction(id.description, .done, timeout: .seconds(30))
        )
        #expect(reply.action.state == .done)
        #expect(await newer.stop().status == 0)
    }

    @Test func aServiceWithoutAPlaceSaysThatActionsAreHeldInMemoryOnly() async throws {
        let words = "launch actions are held in memory only: there is no state directory"
        let notify = try NotifySocket()
        let daemon = try await RunningDaemon(
            Self.configuration(""),
            environment: ["NOTIFY_SOCKET": notify.path]
        )
        try await daemon.untilReady()
        let report = try daemon.report()
        #expect(report.phase == .ready(degraded: false))
        #expect(report.storage?.words == words)
        #expect(report.explanation(at: .now)?.text.contains(words) == true)
        #expect(daemon.program.output.contains(words))
        try await eventually("the status line says so") {
            notify.messages().contains { $0.contains("Ready: ") && $0.contains(words) }
        }
        #expect(try send("note", to: daemon) == .memory)
        #expect(await daemon.stop().status == 0)
    }

    /// Nothing that is kept in memory by its own choice is lacking.
    @Test func aServiceWhoseKindsNeedNoPlaceSaysNothingOfIt() async throws {
        let daemon = try await RunningDaemon(
            """
            name: kept
            operations: { a: { sleep: 1ms } }
            actions: { chat: { exec: [/bin/true], durability: memory } }
            """
        )
        try await daemon.untilReady()
        #expect(try daemon.report().storage == nil)
        #expect(await daemon.stop().status == 0)
    }

    @Test func storageThatIsRequiredHasToHaveAPlace() async throws {
        let daemon = try RunningDaemon(starting: Self.configuration("storage: required"))
        let result = await daemon.program.result()
        #expect(result.status == 1)
        #expect(result.output.contains("storage is required, and there is no state directory"))
    }

    @Test(arguments: HostOptions.Storage.allCases)
    func twoHostsInOneProcessRefuseEachOther(storage: HostOptions.Storage) async throws {
        let sockets = try TemporaryFolder()
        func host(_ name: String, _ storage: HostOptions.Storage) throws -> LaunchHost {
            // It counts from the start of this process.
            var plan = Plan("shop", deadline: .seconds(100_000))
            plan.add("login") {}
            return try LaunchHost(
                Graph(plan),
                options: HostOptions(
                    socket: "\(sockets.path)/\(name)",
                    stateDirectory: state.path,
                    storage: storage
                )
            )
        }
        func report(_ name: String) throws -> Report {
            try ControlClient(path: "\(sockets.path)/\(name)").call(Method.GetReport()).launch
        }
        let first = try host("first", .required)
        async let end: Void = first.run()
        try await eventually("it is ready") { (try? report("first").phase.isReady) == true }
        let second = try host("second", storage)
        async let secondEnd: Void = second.run()
        try await eventually("it waits") { (try? report("second").storage?.kind) == .awaited }
        let message = try report("second").storage?.message
        #expect(message?.contains("another service uses the store") == true)
        #expect(try report("second").phase.isReady == (storage == .optional))
        second.stop()
        try await secondEnd
        first.stop()
        try await end
    }
}
