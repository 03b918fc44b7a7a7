import Glibc
import Slipway
import SlipwayTestSupport
import Synchronization
import Testing

@testable import SlipwaySystemd

/// A journal that reads late, not at all, or was started anew.
struct JournalSocketTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/journal" }

    init() throws { folder = try TemporaryFolder() }

    /// Makes a socket of a journal; the caller closes it.
    private func listen() throws -> Int32 {
        unlink(path)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        return descriptor
    }

    private func read(_ descriptor: Int32) -> [String] {
        var entries: [String] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count >= 0 else { return entries }
            entries.append(String(decoding: buffer.prefix(count), as: UTF8.self))
        }
    }

    private func send(_ text: String, _ socket: JournalSocket, waiting patience: Duration = .zero) {
        _ = socket.send(LogEntry(.info, text).datagram, waiting: patience) {}
    }

    @Test func anEntryHasItsFields() throws {
        let journal = try listen()
        defer { close(journal) }
        let entry = LogEntry(.notice, "one\ntwo", fields: [.init(.reason, "a\nbc")])
        _ = JournalSocket(path).send(entry.datagram, waiting: .zero) {}
        let text = try #require(read(journal).first)
        let program = try #require(CommandLine.arguments.first?.split(separator: "/").last)
        #expect(
            text == "SYSLOG_IDENTIFIER=\(program)\nMESSAGE=one\\ntwo\nPRIORITY=5\n"
                + "LAUNCH_REASON\n\u{4}\0\0\0\0\0\0\0a\nbc\n"
        )
    }

    @Test(.timeLimit(.minutes(1)))
    func aJournalThatReadsNothingHoldsNoProgramUpAndIsToldWhatItMissed() throws {
        let journal = try listen()
        defer { close(journal) }
        let socket = JournalSocket(path)
        // More than any queue of datagrams takes; sd_journal_sendv would not return.
        for number in 0..<2000 { send("\(number)", socket, waiting: .milliseconds(1)) }
        let taken = read(journal).count
        #expect(taken > 0 && taken < 2000)
        send("it reads", socket)
        let rest = read(journal)
        let lost = "\(2000 - taken) entries of the log lost: the journal did not take them"
        #expect(rest.first?.contains("MESSAGE=\(lost)\nPRIORITY=4\n") == true)
        #expect(rest.last?.contains("MESSAGE=it reads\n") == true)
        #expect(rest.count == 2)
    }

    /// A journal that reads nothing holds up a thread that logs once, and not with each entry.
    @Test(.timeLimit(.minutes(5)))
    func onceAnEntryWasDroppedNoOtherWaits() async throws {
        let journal = try listen()
        defer { close(journal) }
        let socket = JournalSocket(path)
        for number in 0..<2000 { send("\(number)", socket) }
        let isSent = Mutex(false)
        async let sending: Void = blocking {
            _ = socket.send(LogEntry(.info, "another").datagram, waiting: .seconds(3600)) {}
            isSent.withLock { $0 = true }
        }
        do {
            try await eventually("it is dropped, too") { isSent.withLock(\.self) }
        } catch {
            // It gets room, so that the test ends.
            _ = read(journal)
            throw error
        }
        try await sending
        #expect(!read(journal).contains { $0.contains("MESSAGE=another\n") })
    }

    @Test func aJournalThatWasStartedAnewIsFound() throws {
        let socket = JournalSocket(path)
        send("nobody is there", socket)
        let first = try listen()
        send("one", socket)
        #expect(read(first).count == 2)
        close(first)
        let second = try listen()
        defer { close(second) }
        send("two", socket)
        #expect(read(second).last?.contains("MESSAGE=two\n") == true)
    }

    /// Why a process without descriptors ends would be lost otherwise.
    @Test func withoutADescriptorAnEntryGoesToStandardError() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let log = open("\(folder.path)/log", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            try #require(dup2(log, STDERR_FILENO) >= 0)
            var limit = rlimit()
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            try #require(getrlimit(files, &limit) == 0)
            var none = rlimit(rlim_cur: 3, rlim_max: limit.rlim_max)
            try #require(setrlimit(files, &none) == 0)
            Journal(.native).log(LogEntry(.error, "too many open files"))
            try #require(setrlimit(files, &limit) == 0)
            try #require(try folder.read("log").hasSuffix("<3>too many open files\n"))
        }
    }
}
