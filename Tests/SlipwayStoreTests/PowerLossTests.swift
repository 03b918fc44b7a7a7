import Glibc
import PowerLoss
import Slipway
import SlipwayJSON
import SlipwayStore
import SlipwayTestSupport
import Testing

/// A machine that loses its power while the store writes: of what was not synced, each sector is on
/// the disk or is not.
struct PowerLossTests {
    private struct Fate {
        var isAccepted = false
        var attempts = 0
        var end: String?
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func whatWasAnsweredSurvives(seed: UInt64) async throws {
        slipway_register_power_loss()
        var random = SeededGenerator(seed: seed)
        let folder = try TemporaryFolder()
        var fates: [String: Fate] = [:]
        let store = try await OpenStore(in: folder, layer: String(cString: slipway_power_loss))
        for number in 0..<Int.random(in: 1...60, using: &random) {
            try await step(number, store, &fates, &random)
        }
        // What it does after its last answer would come between the reads of its two files.
        _ = try await store.record("none")
        let after = try TemporaryFolder()
        try losePower(from: folder, to: after, &random)
        store.close()

        let found = try await OpenStore(in: after)
        // Commits that were not synced may be said to be missing, and nothing else.
        #expect(found.findings.allSatisfy { $0.contains("what was not synced is missing") })
        let open = Dictionary(
            uniqueKeysWithValues: found.open.map { ($0.id.description, $0) }
        )
        for (id, fate) in fates where fate.isAccepted {
            if let end = fate.end {
                #expect(try await found.record(id)?.status.state.word == end)
            } else {
                let action = try #require(open[id], "\(id) is lost")
                #expect(action.attempts >= fate.attempts)
            }
        }
        found.close()
    }

    /// The kernel had its last commits, and the disk none of them: from then on they are told of.
    @Test func whatAKilledProcessHasLeftIsSyncedBeforeAnythingIsToldOfIt() async throws {
        slipway_register_power_loss()
        let before = try TemporaryFolder()
        let folder = try TemporaryFolder()
        let log = "\(TemporaryFolder.nameOfActions)-wal"
        let store = try await OpenStore(in: before)
        for number in 0..<5 { try await store.accept("a\(number)") }
        for name in [TemporaryFolder.nameOfActions, log] {
            try write(bytes(of: "\(before.path)/\(name)"), to: "\(folder.path)/\(name)")
        }
        store.close()
        let left = bytes(of: "\(folder.path)/\(log)")
        try #require(!left.isEmpty)
        try folder.write("", to: "\(log).synced")
        let found = try await OpenStore(in: folder)
        #expect(found.open.count == 5)
        #expect(bytes(of: "\(folder.path)/\(log).synced").starts(with: left))
        found.close()
    }

    /// Does something at random, and notes what was answered.
    private func step(
        _ number: Int,
        _ store: OpenStore,
        _ fates: inout [String: Fate],
        _ random: inout SeededGenerator
    ) async throws {
        let open = fates.filter { $0.value.end == nil }.keys.sorted()
        guard let id = open.randomElement(using: &random), Bool.random(using: &random) else {
            let written = try await store.accept("a\(number)", ["n": .integer(Int64(number))])
            #expect(written == .stored)
            fates["a\(number)", default: Fate()].isAccepted = true
            return
        }
        switch Int.random(in: 0..<4, using: &random) {
        // Of an idempotent one the start is not synced, so it may be forgotten.
        case 0: try await store.attempt(id, (fates[id]?.attempts ?? 0) + 1)
        case 1:
            let attempts = (fates[id]?.attempts ?? 0) + 1
            _ = try await store.write(.attempt(ActionID(id), number: attempts, isSynced: true))
            fates[id]?.attempts = attempts
        case 2:
            let pause = ActionChange.backOff(ActionID(id), Failure("not now"), for: .seconds(1))
            _ = try await store.write(pause)
        default:
            try await store.end(id, .done)
            fates[id]?.end = "done"
        }
    }

    private func losePower(
        from folder: TemporaryFolder,
        to after: TemporaryFolder,
        _ random: inout SeededGenerator
    ) throws {
        for name in [TemporaryFolder.nameOfActions, "\(TemporaryFolder.nameOfActions)-wal"] {
            let written = bytes(of: "\(folder.path)/\(name)")
            let synced = bytes(of: "\(folder.path)/\(name).synced")
            // Without a sync not even its size is known.
            guard !synced.isEmpty || name == TemporaryFolder.nameOfActions else { continue }
            var left: [UInt8] = []
            let count =
                Bool.random(using: &random) ? max(written.count, synced.count) : synced.count
            for start in stride(from: 0, to: count, by: 512) {
                let source = Bool.random(using: &random) ? written : synced
                let other =
                    start < source.count ? source : (start < synced.count ? synced : written)
                left += other[min(start, other.count)..<min(start + 512, other.count)]
            }
            try write(left, to: "\(after.path)/\(name)")
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
    }

    private func bytes(of path: String) -> [UInt8] {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = read(file, &buffer, buffer.count), count > 0 {
            bytes += buffer[..<count]
        }
        return bytes
    }
}
