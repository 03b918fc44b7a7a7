import Slipway
import SlipwayTesting
import Testing

/// The edges of gathering operations; their values are tested with launches.
struct GatheringTests {
    @Test func allOfTheseRequiresThem() throws {
        var plan = Plan("test")
        let numbers = (0..<3).map { number in plan.add("\(number)") { _ in number } }
        let all: Handle<[Int]> = plan.all("all", of: numbers)
        plan.add("sum", reading: all) { numbers, _ in numbers.reduce(0, +) }
        #expect(try Graph(plan).names(of: .requires, for: "all") == ["0", "1", "2"])
    }

    @Test func collectingAndCompletingRunAfterThemHoweverTheyEnd() throws {
        var plan = Plan("test")
        let a = plan.add("a", optional: true) { _ in 1 }
        let b = plan.add("b", optional: true) { _ in 2 }
        let collected: Handle<[Result<Int, OperationFailure>]> = plan.collect("c", of: [a, b])
        plan.completion("d", of: [a, Named("c")], on: .main) { ends, _ in
            ends.compactMap(\.failure)
        }
        plan.add("reader", requires: [collected]) {}
        let graph = try Graph(plan)
        #expect(graph.names(of: .after, for: "c") == ["a", "b"])
        #expect(graph.names(of: .after, for: "d") == ["a", "c"])
        #expect(graph.names(of: .requires, for: "d") == [])
        #expect(plan.operations[3].queue == .main)
        #expect(graph.names(of: .requires, for: "reader") == ["c"])
    }

    @Test func aCompletionNeedNotLookAtTheEnds() throws {
        var plan = Plan("test")
        let a = plan.add("a", optional: true) { () throws -> Int in throw CancellationError() }
        let done = plan.completion("done", of: [a, "b"], on: .main) { 7 }
        plan.add("b") {}
        #expect(try Graph(plan).names(of: .after, for: "done") == ["a", "b"])
        let launch = VirtualLaunch(try Graph(plan))
        try launch.run()
        #expect(try launch.launch.output(of: done) == 7)
    }

    @Test func saysWhyThereIsNoValue() {
        let failure = OperationFailure(operation: "a", outcome: .failed(Failure(.error, "boom")))
        #expect(failure.description == "operation 'a' has no value: failed, boom")
        let skipped = OperationFailure(operation: "a", outcome: .skipped(root: "b"))
        #expect(
            skipped.description == "operation 'a' has no value: skipped, 'b' did not succeed"
        )
    }
}
