import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// A shortage during a launch fails only the operations that need the resource.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ShortageWhileRunningTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A hundred children run, and fifty further operations wait for the file `gate`.
    private func daemonWithAHundredChildren(
        _ late: String,
        first: String = "sleep: 1ms",
        through command: [String] = [],
        in place: TemporaryFolder? = nil
    ) async throws -> RunningDaemon {
        let daemon = try await RunningDaemon(
            """
            name: hundred
            grace: 5s
            queues: { userInitiated: { width: 200 } }
            operations:
              first: { optional: true, \(first) }
              gate: { after: [first], wait: { file: "${env.GATE}", every: 10ms } }
            \(YAML.operations(100, "early", "{ optional: true, exec: [/bin/sleep, '1000'] }"))
            \(YAML.operations(50, "late", "{ optional: true, requires: [gate], \(late) }"))
            actions:
              tick: { sleep: 1ms }
            """,
            environment: ["GATE": "\(folder.path)/gate"],
            through: command,
            in: place
        )
        try await eventually("a hundred children run") {
            try ObservedProcess.children(of: daemon.identifier).count == 100
        }
        try await eventually("the first operation has ended") {
            try daemon.report().operations("first").allSatisfy { $0.outcome != nil }
        }
        return daemon
    }

    private func untilTheLateHaveEnded(_ client: ControlClient) async throws -> [OperationStatus] {
        var late: [OperationStatus] = []
        try await eventually("the late operations have ended") {
            late = try client.call(Method.GetReport()).launch.operations("late")
            return late.allSatisfy { $0.outcome != nil }
        }
        #expect(late.count == 50)
        return late
    }

    static let late = [
        "exec: [/bin/echo, hello]",
        "exec: { command: [/bin/cat], stdin: hello, output: text }",
        "http: \"http://127.0.0.1:1/\"",
        "http: \"http://localhost:1/\"",
        "exec: [/bin/echo, hello], timeout: 1s",
        "http: \"http://127.0.0.1:1/\", timeout: 1s",
    ]

    /// A limit of 3 takes even the reserved descriptors.
    @Test(arguments: late, [3, 10])
    func withoutDescriptorsOperationsFailAndTheRestGoesOn(late: String, limit: Int) async throws {
        let daemon = try await daemonWithAHundredChildren(late)
        try await operationsFail(of: daemon, limit: limit)
    }

    /// The HTTP client already has its threads.
    @Test(arguments: [3, 10])
    func withoutDescriptorsAWarmHTTPClientFailsToo(limit: Int) async throws {
        let http = "http: \"http://127.0.0.1:1/\""
        let daemon = try await daemonWithAHundredChildren(http, first: http)
        try await operationsFail(of: daemon, limit: limit)
    }

    private func operationsFail(of daemon: RunningDaemon, limit: Int) async throws {
        let client = try daemon.client()
        // After an answer the connection has its descriptor.
        _ = try client.call(Method.GetStatus())
        try await daemon.limit("nofile", to: limit)
        try folder.write("", to: "gate")
        for operation in try await untilTheLateHaveEnded(client) {
            #expect(operation.outcome?.word == "failed")
            let message = operation.outcome?.message ?? ""
            #expect(message.contains("Too many open files (EMFILE)"), "\(message)")
        }
        let action = try client.call(Method.Submit(kind: "tick", wait: .done))
        #expect(action.action.state == .done)

        try await daemon.limit("nofile", to: 2000)
        #expect(throws: Never.self) { try daemon.client().call(Method.GetStatus()) }
        let children = try ObservedProcess.children(of: daemon.identifier).map(\.pid)
        #expect(children.count == 100)
        #expect(await daemon.stop().status == 0)
        #expect(children.filter(isRunning) == [])
    }

    @Test(arguments: [3, 10])
    func withoutDescriptorsItWaitsForThemAndAcceptsAgain(limit: Int) async throws {
        let daemon = try await daemonWithAHundredChildren("sleep: 1ms")
        try await daemon.limit("nofile", to: limit)
        let waiting = try (0..<10).map { _ in try IdleConnection(to: daemon.socket) }
        try await daemon.untilItSays("Too many open files (EMFILE)")

        // Not a wait, but the time in which the CPU use is measured.
        let before = try #require(ObservedProcess(daemon.identifier)).cpuTime
        try await Task.sleep(for: .seconds(1))
        let after = try #require(ObservedProcess(daemon.identifier)).cpuTime
        #expect(after - before <= .milliseconds(200))

        try await daemon.limit("nofile", to: 2000)
        try await eventually("it answers again") {
            do throws(ControlClientError) {
                _ = try daemon.client().answer(to: Method.GetStatus(), timeout: .seconds(5))
                return true
            } catch {
                return false
            }
        }
        withExtendedLifetime(waiting) {}
        #expect(await daemon.stop().status == 0)
    }

    /// The first check comes when nothing has needed a thread for a while.
    @Test func withoutThreadsItAnswersAndStops() async throws {
        let daemon = try await RunningDaemon(
            """
            name: short
            grace: 2s
            operations:
              web:
                exec: { command: [/bin/sleep, "1000"], ready: started }
                health: { exec: [/bin/true], every: 1s, misses: 1000 }
                ended: restart
            """
        )
        try await daemon.untilReady()
        let memory = try String(contentsOfFile: "/proc/\(daemon.identifier)/statm", encoding: .utf8)
        let pages = try #require(memory.split(separator: " ").first.flatMap { Int($0) })
        // A megabyte more: no stack of a thread.
        try await daemon.limit("as", to: pages * sysconf(Int32(_SC_PAGESIZE)) + 1 << 20)
        let end = ContinuousClock.now + .seconds(3)
        while ContinuousClock.now < end {
            _ = try daemon.client().answer(to: Method.GetStatus(), timeout: .seconds(10))
        }
        #expect(await daemon.stop().status == 0)
    }

    /// Ending process trees normally needs descriptors, and works without.
    @Test(arguments: [3, 10])
    func withoutDescriptorsItStillStops(limit: Int) async throws {
        let daemon = try await daemonWithAHundredChildren("sleep: 1ms")
        let children = try ObservedProcess.children(of: daemon.identifier).map(\.pid)
        try await daemon.limit("nofile", to: limit)
        #expect(await daemon.stop().status == 0)
        #expect(children.filter(isRunning) == [])
    }

    @Test func withoutDescriptorsATimeoutStillHolds() async throws {
        let daemon = try await RunningDaemon(
            """
            name: tested
            operations:
              gate: { wait: { file: "${env.GATE}", every: 10ms } }
              slow: { optional: true, timeout: 3s, exec: [/bin/sleep, '1000'] }
            """,
            environment: ["GATE": "\(folder.path)/gate"]
        )
        let client = try daemon.client()
        _ = try client.call(Method.GetStatus())
        try await eventually("its child runs") {
            try ObservedProcess.children(of: daemon.identifier).count == 1
        }
        try await daemon.limit("nofile", to: 3)
        var slow: OperationStatus?
        try await eventually("it timed out") {
            slow = try client.call(Method.GetReport()).launch.operations("slow").first
            return slow?.outcome != nil
        }
        #expect(slow?.outcome?.word == "failed")
        try await eventually("its child is gone") {
            try ObservedProcess.children(of: daemon.identifier).isEmpty
        }
        #expect(await daemon.stop().status == 0)
    }

    @Test(
        .enabled(if: Privileges.areThere, Privileges.comment),
        arguments: zip([late[0], late[1], late[2]], 62_000...62_002)
    )
    func withoutProcessesOperationsFailAndTheRestGoesOn(late: String, uid: Int) async throws {
        let place = try TemporaryFolder()
        for path in [place.path, folder.path] {
            try FileManager.default.setAttributes([.ownerAccountID: uid], ofItemAtPath: path)
        }
        let daemon = try await daemonWithAHundredChildren(
            late,
            through: Privileges.asUser(uid),
            in: place
        )
        try await daemon.limit("nproc", to: 1, as: Privileges.asUser(uid))
        try folder.write("", to: "gate")
        for operation in try await untilTheLateHaveEnded(daemon.client()) {
            #expect(operation.outcome?.word == "failed")
            let message = operation.outcome?.message ?? ""
            #expect(message.hasErrorInWords, "\(message)")
        }
        let action = Method.Submit(kind: "tick", wait: .done, timeout: .seconds(10))
        let reply = try daemon.client().call(action)
        #expect(reply.action.state == .done)
        let children = try ObservedProcess.children(of: daemon.identifier).map(\.pid)
        #expect(children.count == 100)
        #expect(await daemon.stop().status == 0)
        #expect(children.filter(isRunning) == [])
    }
}
