import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
import SlipwayStore
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// The disk with the stored actions is full: new ones are refused, and none of the old ones is lost.
@Suite(.enabled(if: Privileges.areThere, Privileges.comment), .timeLimit(.minutes(5)))
struct FullStoreTests {
    private static func configuration(gate: String) -> String {
        """
        name: full
        operations:
          gate: { stage: background, wait: { file: "\(gate)" }, timeout: 1h }
        actions:
          note:
            requires: [gate]
            parameters: { text: { type: string, required: true }, number: { type: integer } }
            exec: [/bin/true]
        """
    }

    private let disk: SmallDisk
    private let folder: TemporaryFolder

    init() async throws {
        disk = try await SmallDisk(kibibytes: 8 * 1024)
        folder = try TemporaryFolder()
    }

    private func daemon(_ more: String = "") async throws -> RunningDaemon {
        try await RunningDaemon(
            more + Self.configuration(gate: "\(folder.path)/gate"),
            arguments: ["--state-directory", disk.folder.path],
            in: folder
        )
    }

    /// Sends until one is refused.
    ///
    /// - Returns: The identities of those that were accepted, and the refusal.
    private func fill(
        _ client: ControlClient,
        upTo limit: Int = 200,
        bytes: Int = 4000
    ) throws -> ([String], LaunchRefusal?) {
        let text = JSON.string(String(repeating: "x", count: bytes))
        var accepted: [String] = []
        for number in 0..<limit {
            let payload: JSONObject = ["text": text, "number": .integer(Int64(number))]
            do {
                let request = Method.Submit(kind: "note", payload: payload)
                let reply = try client.call(request)
                accepted.append(reply.action.id.description)
            } catch ControlClientError.refused(let error) {
                return (accepted, LaunchRefusal(error))
            }
        }
        return (accepted, nil)
    }

    private func listed(_ daemon: RunningDaemon, _ state: String) throws -> [String] {
        var listing = Method.ListActions(state: .init(rawValue: state))
        var ids: [String] = []
        repeat {
            let page = try daemon.client().call(listing)
            ids += page.actions.map(\.id.description)
            listing.after = page.next
        } while listing.after != nil
        return ids
    }

    private func takeRoom() throws {
        try disk.folder.write(String(repeating: " ", count: 7 * 1024 * 1024), to: "spare")
    }

    private func giveRoomBack() { unlink("\(disk.folder.path)/spare") }

    @Test func aFullDiskIsInStatusWhileItLasts() async throws {
        try takeRoom()
        let daemon = try await daemon()
        try await daemon.untilReady()
        _ = try fill(daemon.client())
        try await eventually("it is in status") {
            let status = try daemon.client().call(Method.GetStatus()).status
            return status.storage?.kind == .failing && status.phase == .ready(degraded: true)
        }
        giveRoomBack()
        try await eventually("it is not any more") {
            let status = try daemon.client().call(Method.GetStatus()).status
            return status.storage == nil && status.phase == .ready(degraded: false)
        }
        #expect(await daemon.stop().status == 0)
    }

    /// Nothing but the store is on the disk, and nothing but the ends of actions makes room.
    @Test func aDiskThatTheStoreHasFilledIsUsableAgainOnceActionsEnd() async throws {
        let daemon = try await daemon("storage: { maximum: 1G }\n")
        try await daemon.untilReady()
        let (accepted, refusal) = try fill(daemon.client(), upTo: 900, bytes: 14_000)
        #expect(accepted.count > 200)
        guard case .storeFailed(let message) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(message.contains("slipway-actions.db: "), "\(message)")
        try await eventually("it is in status") {
            try daemon.client().call(Method.GetStatus()).status.storage?.kind == .failing
        }
        try folder.write("", to: "gate")
        try await eventually("all have run") {
            try listed(daemon, "done").count == accepted.count
        }
        try await eventually("it is usable again") {
            try daemon.client().call(Method.GetStatus()).status.storage == nil
        }
        #expect(try fill(daemon.client(), upTo: 1).1 == nil)
        #expect(await daemon.stop().status == 0)
    }

    @Test func theBoundOfTheStoreIsToldBeforeAndWhenItIsReached() async throws {
        let daemon = try await daemon("storage: { use: required, maximum: 1M }\n")
        try await daemon.untilReady()
        try await eventually("it is told before") {
            _ = try fill(daemon.client(), upTo: 1)
            let status = try daemon.client().call(Method.GetStatus()).status
            return status.storage?.kind == .filling && status.phase == .ready(degraded: false)
        }
        let (_, refusal) = try fill(daemon.client(), upTo: 200)
        guard case .storeFailed(let message) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(message.contains(" of at most 1M are in use; remove ended actions ('slipway"))
        try await eventually("and when it is reached") {
            try daemon.client().call(Method.GetStatus()).status.storage?.kind == .failing
        }
        try folder.write("", to: "gate")
        try await eventually("it has room again") {
            try daemon.client().call(Method.GetStatus()).status.storage == nil
        }
        #expect(try fill(daemon.client(), upTo: 1).1 == nil)
        #expect(await daemon.stop().status == 0)
    }

    @Test func theHistorySaysHowALaunchEndedOnAFullDisk() async throws {
        let daemon = try await daemon()
        try await daemon.untilReady()
        try disk.fill()
        #expect(await daemon.stop().status == 0)
        let history = try StoredHistory(in: disk.folder.path)
        #expect(try history.summaries(upTo: 9).map(\.end) == [.stopped])
    }

    @Test func newOnesAreRefusedAndAllOthersRunOnceThereIsRoom() async throws {
        try takeRoom()
        let first = try await daemon()
        try await first.untilReady()
        let (accepted, refusal) = try fill(first.client())
        #expect(accepted.count > 10)
        guard case .storeFailed(let message) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(message.contains("slipway-actions.db: database or disk is full"), "\(message)")
        #expect(try listed(first, "waiting") == accepted)
        try first.send(SIGKILL)
        _ = await first.program.result()

        let second = try await daemon()
        #expect(try listed(second, "waiting") == accepted)
        giveRoomBack()
        #expect(await second.stop().status == 0)

        let third = try await daemon()
        try folder.write("", to: "gate")
        try await eventually("all have run") { try listed(third, "done") == accepted }
        #expect(await third.stop().status == 0)
    }
}
