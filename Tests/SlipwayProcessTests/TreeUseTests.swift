import Glibc
import Testing

@testable import SlipwayProcess

/// What programs use is what /proc says of their processes.
struct TreeUseTests {
    @Test func processesAddUp() {
        var use = TreeUse()
        let fields = "S 1 7 7 0 -1 4194560 9 9 9 9 150 50 200 100 20 0 1 0 99 8192 25 0 0"
        use.add(Array("7 (a) b (c)) \(fields)".utf8), pageSize: 4096, ticks: 100)
        use.add(Array("8 (sh) \(fields)".utf8), pageSize: 4096, ticks: 100)
        use.add(Array("9 (cut off) S 1 7".utf8), pageSize: 4096, ticks: 100)
        use.add(Array("nothing".utf8), pageSize: 4096, ticks: 100)
        #expect((use.processes, use.memory) == (2, 2 * 25 * 4096))
        #expect(use.cpu == .seconds(10))
    }

    @Test func thisProcessHasMemoryAndOneThatIsGoneHasNone() {
        let use = TreeUse.read([getpid(), 0x3FFF_FFFF])
        #expect(use.processes == 1)
        #expect(use.memory > 1 << 20)
        #expect(use.cpu > .zero)
    }
}
