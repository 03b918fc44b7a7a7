import Slipway
import SlipwaySystem
import SlipwayTestSupport
import Testing

@testable import SlipwayProcess

struct LineFormatTests {
    private var writer: OutputWriter {
        var writer = OutputWriter(name: "web", service: "shop", launchID: "1a")
        writer.pid = 42
        return writer
    }

    private func record(_ line: String, _ format: LineFormat) -> String? {
        format.record(Array(line.utf8)[...], of: writer).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func anEntryOfTheJournalHasItsOperationItsLaunchItsProcessAndItsPriority() {
        #expect(
            record("<3>broken", .journal) == """
                MESSAGE=broken
                PRIORITY=3
                SYSLOG_IDENTIFIER=web
                LAUNCH_OPERATION=web
                LAUNCH_ID=1a
                LAUNCH_NAME=shop
                LAUNCH_EVENT=output
                LAUNCH_PID=42
                SYSLOG_PID=42

                """
        )
        #expect(record("", .journal) == nil)
    }

    @Test func anEntryOfTheJournalHasItsAction() {
        var writer = writer
        writer.action = "a1"
        let entry = LineFormat.journal.record(Array("done".utf8)[...], of: writer) ?? []
        #expect(String(decoding: entry, as: UTF8.self).contains("\nLAUNCH_ACTION_ID=a1\n"))
    }

    @Test(
        arguments: [
            (LineFormat.stream, "<3>broken", "<3>web: broken\n"),
            (.stream, "fine", "<6>web: fine\n"),
            (.plain, "<7>detail", "web: detail\n"),
            (.plain, "<8>no priority", "web: <8>no priority\n"),
            (.plain, "<3", "web: <3\n"),
            (.plain, "\u{1B}[31mred", "web: \u{1B}[31mred\n"),
        ]
    )
    func aLineHasTheNameInFront(format: LineFormat, line: String, expected: String) {
        #expect(record(line, format) == expected)
    }
}

struct LineLimitTests {
    private func at(_ seconds: Int) -> Instant {
        Instant(nanoseconds: 0).advanced(by: .seconds(seconds))
    }

    @Test func linesBeyondTheLimitAreDroppedAndCountedUntilTheWindowEnds() {
        var limit = LineLimit()
        for _ in 0..<LineLimit.lines { #expect(limit.admit(10, at: at(0)) == .pass(dropped: 0)) }
        #expect(limit.admit(10, at: at(1)) == .drop(isFirst: true))
        #expect(limit.admit(10, at: at(29)) == .drop(isFirst: false))
        #expect(limit.admit(10, at: at(30)) == .pass(dropped: 2))
        #expect(limit.admit(10, at: at(30)) == .pass(dropped: 0))
    }

    @Test func bytesCountToo() {
        var limit = LineLimit()
        #expect(limit.admit(LineLimit.bytes, at: at(0)) == .pass(dropped: 0))
        #expect(limit.admit(1, at: at(0)) == .drop(isFirst: true))
        #expect(limit.takeDropped() == 1)
        #expect(limit.takeDropped() == 0)
        #expect(limit.admit(LineLimit.bytes, at: at(30)) == .pass(dropped: 0))
    }
}

struct ProgramMessageTests {
    @Test func knownFieldsAreReadAndTheFirstOfEachCounts() throws {
        let text = """
            READY=1
            STATUS=serving\tall
            STATUS=second
            EXTEND_TIMEOUT_USEC=1500000
            ERRNO=2
            EXIT_STATUS=3
            WATCHDOG=1
            MAINPID=1
            X_OTHER=y
            nothing
            """
        let message = try #require(ProgramMessage(text.utf8))
        var expected = ProgramMessage()
        expected.isReady = true
        expected.status = "serving\\tall"
        expected.extendTimeout = .milliseconds(1500)
        expected.errorNumber = .init(2)
        expected.exitStatus = 3
        expected.mainProcess = 1
        expected.watchdog = .ping
        #expect(message == expected)
    }

    @Test(
        arguments: [
            "READY=0", "EXTEND_TIMEOUT_USEC=soon", "EXTEND_TIMEOUT_USEC=-1", "ERRNO=0",
            "ERRNO=99999999999999", "ERRNO=4096", "ERRNO=-2", "EXIT_STATUS=256", "WATCHDOG=2", "",
            "=", "\n\n",
        ]
    )
    func nonsenseSaysNothing(text: String) {
        #expect(ProgramMessage(text.utf8) == ProgramMessage())
    }

    @Test(arguments: ["READY=1\0", "\0", String(repeating: "x", count: 4097)])
    func whatTheServiceManagerDropsIsDropped(text: String) {
        #expect(ProgramMessage(text.utf8) == nil)
    }

    @Test func noTimeIsTooLarge() throws {
        let message = try #require(ProgramMessage("EXTEND_TIMEOUT_USEC=18446744073709551615".utf8))
        #expect(message.extendTimeout == .seconds(86_400))
    }
}
