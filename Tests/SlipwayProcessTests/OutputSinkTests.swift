import Foundation
import Slipway
import SlipwaySystem
import SlipwayTestSupport
import Testing

@testable import SlipwayLoop
@testable import SlipwayProcess

/// Records for a journal that reads late, restarts, or is written to without memory.
struct OutputSinkTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/journal" }

    init() throws {
        folder = try TemporaryFolder()
        try Loop.start()
    }

    /// Fills the queue of a journal, which takes more than one socket where it is long: systemd
    /// allows 512 records (`net.unix.max_dgram_qlen`), the kernel by itself 10.
    @Loop private func fill(_ path: String) throws {
        let record = [UInt8](repeating: 0, count: 1 << 10)
        for _ in 0..<100 {
            let sink = OutputSink(.journal(socket: path)) { _ in [] }
            sink.write(record)
            if sink.isBlocked { return }
            for _ in 0..<1000 where !sink.isBlocked { sink.write(record) }
        }
        Issue.record("a queue without an end")
    }

    @Test @Loop func withoutMemoryForAWatchWhoeverWaitsGoesOnAndTheLossIsTold() throws {
        let first = try DatagramReader(path)
        var watches = 0
        var losses: [Int] = []
        let sink = OutputSink(
            .journal(socket: path),
            makeWatch: { descriptor, onRoom throws(LoopError) in
                watches += 1
                guard watches == 1 else { throw LoopError("watch a descriptor", .init(ENOMEM)) }
                return try DescriptorWatch(descriptor, for: .writable) { _ in onRoom() }
            },
            lossNote: { bytes in
                losses.append(bytes)
                return [1]
            }
        )
        let record = Array(repeating: UInt8(0), count: 1 << 10)
        for _ in 0..<1000 where !sink.isBlocked { sink.write(record) }
        try #require(sink.isBlocked)
        sink.write(record)
        var isWoken = false
        sink.whenRoom { isWoken = true }
        // The journal restarts and is full at once: the record that it did not take is lost, and the
        // next has to wait, but cannot.
        first.close()
        let second = try DatagramReader(path)
        try fill(path)
        sink.flush()
        #expect(watches == 2)
        #expect(isWoken)
        #expect(!sink.isBlocked)
        _ = second.read()
        sink.write(record)
        #expect(losses == [2 << 10])
        second.close()
    }

    @Test @Loop func aJournalThatReadsNothingHoldsUpNoProgramForLong() async throws {
        let journal = try DatagramReader(path)
        let log = OutputLog(.journal(socket: path), longestWait: .milliseconds(20))
        let writer = OutputWriter(name: "web", service: "shop", launchID: "1a")
        let line = Array(repeating: UInt8(ascii: "x"), count: 1 << 10)
        for _ in 0..<1000 where !log.isBlocked { log.write(line[...], of: writer) }
        try #require(log.isBlocked)
        let goesOn = Promise<Void>()
        log.whenRoom { goesOn.resolve(()) }
        await goesOn.value()
        // From now on no program waits, until the journal reads again.
        #expect(!log.isBlocked)
        #expect(!log.write(line[...], of: writer))
        try await eventually("it takes lines again") {
            _ = journal.read()
            return log.write(line[...], of: writer)
        }
        journal.close()
    }

    @Test @Loop func theNoteOfALossNamesTheServiceThatLostLines() async throws {
        let journal = try DatagramReader(path)
        let log = OutputLog(.journal(socket: path))
        let writer = OutputWriter(name: "web", service: "shop", launchID: "1a")
        let line = Array(repeating: UInt8(ascii: "x"), count: 64 << 10)
        for _ in 0..<64 { log.write(line[...], of: writer) }
        #expect(log.isBlocked)
        var note: String?
        try await eventually("the loss is told") {
            note = journal.read().first { $0.contains("could not be written in time") }
            return note != nil
        }
        #expect(note?.contains("\nLAUNCH_NAME=shop\n") == true)
        #expect(note?.contains("\nLAUNCH_ID=1a\n") == true)
        journal.close()
    }
}

/// The reading end of a journal's socket.
private struct DatagramReader {
    private let descriptor: Int32

    init(_ path: String) throws {
        unlink(path)
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        let address = try #require(SocketAddress(unix: path))
        try #require(address.withPointer { bind(descriptor, $0, $1) } == 0)
    }

    /// The lines that have arrived.
    func read() -> [String] {
        var records: [String] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count >= 0 else { return records }
            records.append(String(decoding: buffer.prefix(count), as: UTF8.self))
        }
    }

    func close() { _ = Glibc.close(descriptor) }
}
