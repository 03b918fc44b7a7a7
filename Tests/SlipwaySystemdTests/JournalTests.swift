import Glibc
import SlipwaySystemd
import Testing

struct JournalTests {
    /// The text that `body` writes to the descriptor.
    private func output(
        of body: (Int32) throws -> Void
    ) throws -> String {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        try body(ends[1])
        close(ends[1])
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(ends[0], &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func anEntryIsOneLineWhateverItSays() throws {
        let text = try output { descriptor in
            let journal = Journal(.lines(descriptor))
            journal.log(LogEntry(.info, "one\ntwo\u{1B}[2Jthree\0"))
            journal.log(LogEntry(.error, "four", id: .launchFailed))
        }
        #expect(text == "one\\ntwo\\u{1B}[2Jthree\\u{0}\nfour\n")
    }

    @Test func debugEntriesAreWrittenAtLevelSevenOnly() throws {
        let text = try output { descriptor in
            let threshold = LogThreshold()
            let journal = Journal(.stream(descriptor), threshold: threshold)
            journal.log(LogEntry(.debug, "hidden"))
            journal.log(LogEntry(.info, "shown"))
            threshold.priority = LogPriority(atMost: 7)
            journal.log(LogEntry(.debug, "asked for"))
        }
        #expect(text == "<6>shown\n<7>asked for\n")
    }

    @Test func aStreamOfTheJournalIsToldThePriority() throws {
        let text = try output { descriptor in
            let journal = Journal(.stream(descriptor))
            journal.log(LogEntry(.warning, "one\ntwo"))
            journal.log(LogEntry(.info, "three"))
        }
        #expect(text == "<4>one\\ntwo\n<6>three\n")
    }

    @Test func goesToStandardErrorUnlessThatIsTheJournals() throws {
        let lines = Journal.Destination.lines(STDERR_FILENO)
        #expect(Journal(SystemdEnvironment([:], pid: 1)).destination == lines)
        let elsewhere = SystemdEnvironment(["JOURNAL_STREAM": "1:2"], pid: 1)
        #expect(Journal(elsewhere).destination == lines)
        let stream = try #require(JournalStream(descriptor: STDERR_FILENO))
        let here = SystemdEnvironment(
            ["JOURNAL_STREAM": "\(stream.device):\(stream.inode)"],
            pid: 1
        )
        #expect(Journal(here).destination != lines)
    }

    @Test func whatAClosedDescriptorLosesIsSaidWhereTheNextLineIsTaken() throws {
        let text = try output { descriptor in
            // A number that no other test gets meanwhile.
            let closed = fcntl(descriptor, F_DUPFD_CLOEXEC, 900)
            #expect(closed >= 900)
            close(closed)
            let journal = Journal(.lines(closed))
            journal.log(LogEntry(.info, "lost"))
            #expect(dup2(descriptor, closed) == closed)
            defer { close(closed) }
            journal.log(LogEntry(.info, "heard"))
        }
        #expect(text == "1 line of the log lost: standard error was not read\nheard\n")
    }

    @Test(.timeLimit(.minutes(10)))
    func aStalledReaderLosesLinesAndIsToldHowMany() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let page = [UInt8](repeating: UInt8(ascii: "-"), count: 4096)
        let flags = fcntl(ends[1], F_GETFL)
        #expect(fcntl(ends[1], F_SETFL, flags | O_NONBLOCK) == 0)
        var filled = 0
        while case let count = Glibc.write(ends[1], page, page.count), count > 0 { filled += count }
        #expect(fcntl(ends[1], F_SETFL, flags) == 0)

        let journal = Journal(.stream(ends[1]))
        journal.log(LogEntry(.info, "lost"))
        journal.log(LogEntry(.info, "lost too"))
        var buffer = [UInt8](repeating: 0, count: filled)
        #expect(read(ends[0], &buffer, filled) == filled)
        journal.log(LogEntry(.info, "heard"))
        journal.log(LogEntry(.info, "again"))
        let count = read(ends[0], &buffer, filled)
        #expect(
            String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
                == "<4>2 lines of the log lost: standard error was not read\n<6>heard\n<6>again\n"
        )
    }

    @Test(.timeLimit(.minutes(10)))
    func aLineThatIsTooLongForTheReaderDoesNotBlockNorMixWithTheNext() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let journal = Journal(.lines(ends[1]))
        journal.log(LogEntry(.info, String(repeating: "x", count: 200_000)))
        var buffer = [UInt8](repeating: 0, count: 200_000)
        #expect(read(ends[0], &buffer, buffer.count) > 0)
        journal.log(LogEntry(.info, "heard"))
        let count = read(ends[0], &buffer, buffer.count)
        #expect(
            String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
                == "\n1 line of the log lost: standard error was not read\nheard\n"
        )
    }

    @Test func anEntryIsAssignmentsInOrder() {
        let entry = LogEntry(
            .notice,
            "two\nlines",
            id: .launchReady,
            fields: [.init(.requires, "a"), .init(.requires, "b"), .init(.reason, "x\ny")]
        )
        #expect(
            entry.assignments == [
                "MESSAGE=two\\nlines", "PRIORITY=5", "MESSAGE_ID=\(MessageID.launchReady)",
                "LAUNCH_REQUIRES=a", "LAUNCH_REQUIRES=b", "LAUNCH_REASON=x\ny",
            ]
        )
    }
}
