import Glibc
import Synchronization
import Testing

@testable import SlipwaySystemd

struct StartFaultTests {
    @Test func theStatusHasTheFirstFaultAndCountsTheOthers() {
        let fault = StartFault.configurationRejected([
            "shop.yaml:3:5: operations.a: unknown key 'exce'", "shop.yaml:9:1: x",
            "shop.yaml:10:1: y",
        ])
        #expect(
            fault.message.text
                == "STATUS=Failed (and 2 more): shop.yaml:3:5: operations.a: unknown key 'exce'"
        )
        #expect(fault.exitStatus == 78)
    }

    @Test func aCycleIsNamedAsOne() {
        let fault = StartFault.dependencyCycle(["dependency cycle 'a' -> 'b' -> 'a'"])
        #expect(
            fault.message.text
                == "STATUS=Failed: dependency cycle 'a' -> 'b' -> 'a'"
        )
        #expect(fault.entries.map(\.messageID) == [.dependencyCycle])
        #expect(fault.exitStatus == 78)
    }

    @Test func everyFaultHasAnEntry() {
        let fault = StartFault.configurationRejected(["one", "two"])
        #expect(fault.entries.map(\.message) == ["one", "two"])
        #expect(fault.entries.allSatisfy { $0.priority == .error })
    }

    @Test func isToldToTheManagerOnce() {
        let sent = Mutex<[String]>([])
        StartFault.dependencyCycle(["a"]).report(
            to: Notifier(delivering: { text in
                sent.withLock { $0.append(text) }
                return .sent
            }),
            Journal(.lines(-1))
        )
        #expect(sent.withLock { $0.count } == 1)
    }
}
