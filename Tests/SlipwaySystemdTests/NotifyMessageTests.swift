import Slipway
import SlipwaySystemd
import Testing

struct NotifyMessageTests {
    @Test(
        arguments: [
            (NotifyMessage(), ""),
            (NotifyMessage(.ready, status: "Ready"), "READY=1\nSTATUS=Ready"),
            (NotifyMessage(.stopping), "STOPPING=1"),
            (NotifyMessage(status: "Failed: no", errorNumber: 5), "STATUS=Failed: no\nERRNO=5"),
            (NotifyMessage(isAlive: true), "WATCHDOG=1"),
            (NotifyMessage(extendTimeout: .seconds(15)), "EXTEND_TIMEOUT_USEC=15000000"),
            (NotifyMessage(extendTimeout: .zero), ""),
            (NotifyMessage(extendTimeout: .seconds(-1)), ""),
        ]
    )
    func isOneAssignmentALine(message: NotifyMessage, text: String) {
        #expect(message.text == text)
    }

    @Test func aStatusCannotSayReady() {
        let message = NotifyMessage(.stopping, status: "a\nREADY=1\nSTATUS=b")
        #expect(message.text == "STOPPING=1\nSTATUS=a READY=1 STATUS=b")
    }

    @Test func staysFarBelowWhatTheManagerReads() {
        let message = NotifyMessage(
            .stopping,
            status: String(repeating: "🚢\n", count: 100_000),
            errorNumber: .min,
            extendTimeout: .seconds(Int64.max),
            isAlive: true
        )
        #expect(message.text.utf8.count < 4096)
        #expect(message.text.split(separator: "\n").count == 5)
    }

    @Test func nothingIsSentWithoutAManager() {
        let notifier = Notifier(SystemdEnvironment([:], pid: 1))
        #expect(!notifier.isEnabled)
        #expect(!notifier.send(NotifyMessage(.ready)))
    }

    @Test func aMessageThatSaysNothingIsNotSent() {
        let notifier = Notifier(delivering: { _ in
            Issue.record("sent")
            return .sent
        })
        #expect(!notifier.send(NotifyMessage()))
    }
}
