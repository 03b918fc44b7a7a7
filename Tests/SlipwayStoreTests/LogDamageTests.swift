import Glibc
import Slipway
import SlipwayJSON
import SlipwayTestSupport
import Testing

@testable import SlipwayStore

/// A file and its log of which one is damaged: what was accepted is there, or it is said to be gone.
struct LogDamageTests {
    /// Both files as the end of a process leaves them; everything is in the log.
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/\(ActionFile.name)" }
    private static let accepted = (0..<40).map { "a\($0)" }

    init() async throws {
        let before = try TemporaryFolder()
        folder = try TemporaryFolder()
        let store = try await OpenStore(in: before)
        for id in Self.accepted { try await store.accept(id) }
        for suffix in ["", "-wal"] {
            let name = ActionFile.name + suffix
            try FileCopy.make(of: "\(before.path)/\(name)", at: "\(folder.path)/\(name)")
        }
        store.close()
    }

    private func reopened() async throws -> (ids: [String], findings: [String]) {
        let store = try await OpenStore(in: folder)
        defer { store.close() }
        return (store.found.open.map(\.id.description), store.findings)
    }

    @Test(arguments: [true, false])
    func anEmptyFileBesideALogIsMadeWhole(isThere: Bool) async throws {
        if isThere { #expect(truncate(path, 0) == 0) } else { unlink(path) }
        let (ids, findings) = try await reopened()
        #expect(ids == Self.accepted)
        #expect(findings == ["the file of the stored actions was empty; its log was used"])
        #expect(try await reopened().findings == [])
    }

    @Test func aLogThatCannotBeReadIsSaidAndKept() async throws {
        try damageLog(at: 25)
        let (ids, findings) = try await reopened()
        #expect(ids == [])
        let finding = try #require(findings.first)
        #expect(finding.contains("the log of the stored actions cannot be read"))
        try expectCopy(named: finding)
    }

    /// A service that is started again and again would fill the disk with copies.
    @Test func aDamagedLogIsCopiedOnceHoweverOftenItIsMet() throws {
        try damageLog(at: 25)
        let findings = try (0..<3).flatMap { number in
            var time = StoreTime.now
            time.date += Int64(number) * 1_000_000
            return try WriteAheadLog.mend(path, at: time)
        }
        #expect(findings.count == 3)
        #expect(Set(findings).count == 1)
        try expectCopy(named: findings[0])
        // Another damage has a copy of its own.
        try damageLog(at: 26)
        let other = try #require(try WriteAheadLog.mend(path, at: .now).first)
        #expect(other != findings[0])
    }

    @Test func whatWasFoundIsSaidThoughTheFileCannotBeUsed() async throws {
        try damageLog(at: 25)
        var findings: [String] = []
        #expect(throws: ActionFileError.self) {
            _ = try ActionFile(in: folder.path, layer: "none") { findings.append($0) }
        }
        #expect(findings.count == 1)
    }

    @Test func whatComesAfterADamagedPageIsSaidToBeMissing() async throws {
        var status = stat()
        #expect(stat("\(path)-wal", &status) == 0)
        try damageLog(at: Int(status.st_size) / 2)
        let (ids, findings) = try await reopened()
        #expect(!ids.isEmpty && ids == Array(Self.accepted.prefix(ids.count)))
        let finding = try #require(findings.first)
        #expect(finding.contains("changes in the log of the stored actions are not whole"))
        try expectCopy(named: finding)
    }

    /// A head tells what log its frame is of; one that does not may still have others of this log behind it.
    @Test(arguments: [8, 16]) func whatComesAfterADamagedHeadIsSaidToBeMissing(byte: Int)
        async throws
    {
        var status = stat()
        #expect(stat("\(path)-wal", &status) == 0)
        let frame = 24 + 4096
        try damageLog(at: 32 + (Int(status.st_size) / frame / 2) * frame + byte)
        let (ids, findings) = try await reopened()
        #expect(!ids.isEmpty && ids.count < Self.accepted.count)
        #expect(ids == Array(Self.accepted.prefix(ids.count)))
        let finding = try #require(findings.first)
        #expect(finding.contains("changes in the log of the stored actions are not whole"))
    }

    /// A file that another file's log cannot make whole is damaged, and named.
    @Test func anEmptyFileWhoseLogIsNotAllOfItIsMovedAside() async throws {
        let store = try await OpenStore(in: folder)
        store.close()
        let second = try await OpenStore(in: folder)
        try await second.accept("last")
        let copy = try TemporaryFolder()
        let name = "\(ActionFile.name)-wal"
        try FileCopy.make(of: "\(folder.path)/\(name)", at: "\(copy.path)/\(name)")
        second.close()
        let found = try await OpenStore(in: copy)
        #expect(found.findings.contains { $0.contains("was empty; its log was used") })
        #expect(found.findings.contains { $0.contains("are now in \(copy.path)/") })
        #expect(try await found.accept("new") == .stored)
        found.close()
    }

    /// Whatever byte is damaged: what was accepted is there, or something is said.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func nothingIsLostWithoutAWord(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var status = stat()
        #expect(stat("\(path)-wal", &status) == 0)
        try damageLog(at: Int.random(in: 0..<Int(status.st_size), using: &random))
        let (ids, findings) = try await reopened()
        #expect(ids == Self.accepted || !findings.isEmpty)
    }

    private func damageLog(at offset: Int) throws {
        let file = Glibc.open("\(path)-wal", O_RDWR | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        var byte: UInt8 = 0
        #expect(pread(file, &byte, 1, offset) == 1)
        byte ^= 0x5a
        #expect(pwrite(file, &byte, 1, offset) == 1)
    }

    private func expectCopy(named finding: String) throws {
        let copy = try #require(finding.split(separator: " ").last.map(String.init))
        #expect(access(copy, R_OK) == 0, "\(finding)")
    }
}
