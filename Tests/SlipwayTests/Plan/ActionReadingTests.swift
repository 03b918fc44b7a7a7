import Slipway
import SlipwayTesting
import Testing

/// A handler is given as many values as a body is.
struct ActionReadingTests {
    @Test func aHandlerReadsAnyNumberOfValues() throws {
        let lines = Lines()
        var plan = Plan("values")
        let a = plan.add("a") { 1 }
        let b = plan.add("b") { "two" }
        let c = plan.add("c") { 3.5 }
        let d = plan.add("d", optional: true) { true }
        let three = plan.action("three", reading: a, b, c) { (payload: String, a, b, c) in
            lines.add("\(payload): \(a) \(b) \(c)")
        }
        let context = plan.action("context", reading: a, b, c, on: .main) {
            (payload: String, a, b, c, context) in
            lines.add("\(context.name) \(payload): \(a) \(b) \(c)")
        }
        let many = plan.action("many", reading: a, b, c, d.ifPresent) {
            (payload: String, a, b, c, d, context) in
            lines.add("\(context.name) \(payload): \(a) \(b) \(c) \(d == true)")
        }
        let launch = VirtualLaunch(try Graph(plan))
        try launch.launch.submit(three, "x")
        try launch.launch.submit(context, "y")
        try launch.launch.submit(many, "z")
        try launch.run()
        #expect(
            lines.all.sorted() == [
                "context y: 1 two 3.5", "many z: 1 two 3.5 true", "x: 1 two 3.5",
            ]
        )
    }
}
