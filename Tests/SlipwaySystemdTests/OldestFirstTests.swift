import Slipway
import Testing

@testable import SlipwaySystemd

struct OldestFirstTests {
    @Test func theOldestIsTheFirstThatIsStillThere() {
        var queue = OldestFirst()
        for name in ["a", "b", "c", "d"] {
            queue.insert(OperationStatus(name: name, queue: .main))
        }
        queue.remove("b")
        #expect(queue.oldest?.name == "a")
        queue.remove("a")
        #expect(queue.oldest?.name == "c")
        queue.remove("never")
        #expect(queue.all.count == 2)
        queue.remove("d")
        queue.remove("c")
        #expect(queue.oldest == nil)
        queue.insert(OperationStatus(name: "e", queue: .main))
        #expect(queue.oldest?.name == "e")
    }

    @Test func oneThatStaysDoesNotKeepThePlacesOfOthers() {
        var queue = OldestFirst()
        queue.insert(OperationStatus(name: "stays", queue: .main))
        for number in 0..<10_000 {
            queue.insert(OperationStatus(name: "\(number)", queue: .main))
            queue.remove("\(number)")
        }
        #expect(queue.order.count < 100)
        #expect(queue.oldest?.name == "stays")
    }
}
