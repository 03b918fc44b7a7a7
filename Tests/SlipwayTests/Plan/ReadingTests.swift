import Slipway
import SlipwayTesting
import Testing

/// Bodies that get values as arguments, up to six, with and without the context.
struct ReadingTests {
    private struct Values {
        let a: Handle<Int>
        let b: Handle<String>
        let c: Handle<Double>
        let d: Handle<Bool?>
        let e: Handle<[Int]>
        let f: Handle<Character>

        init(_ plan: inout Plan) {
            a = plan.add("a") { 1 }
            b = plan.add("b") { "two" }
            c = plan.add("c") { 3.5 }
            d = plan.add("d", optional: true) { true }.ifPresent
            e = plan.add("e") { [5] }
            f = plan.add("f") { "6" }
        }
    }

    @Test func aBodyReadsUpToSixValues() throws {
        var plan = Plan("values")
        let v = Values(&plan)
        let read = [
            plan.add("0") { "" },
            plan.add("0+") { context in context.name },
            plan.add("1", reading: v.a) { a in "\(a)" },
            plan.add("1+", reading: v.a) { a, context in "\(a) \(context.name)" },
            plan.add("2", reading: v.a, v.b) { a, b in "\(a) \(b)" },
            plan.add("2+", reading: v.a, v.b) { a, b, context in "\(a) \(b) \(context.name)" },
            plan.add("3", reading: v.a, v.b, v.c) { a, b, c in "\(a) \(b) \(c)" },
            plan.add("3+", reading: v.a, v.b, v.c) { a, b, c, context in
                "\(a) \(b) \(c) \(context.name)"
            },
            plan.add("4", reading: v.a, v.b, v.c, v.d) { a, b, c, d in
                "\(a) \(b) \(c) \(d == true)"
            },
            plan.add("4+", reading: v.a, v.b, v.c, v.d) { a, b, c, d, context in
                "\(a) \(b) \(c) \(d == true) \(context.name)"
            },
            plan.add("5", reading: v.a, v.b, v.c, v.d, v.e) { a, b, c, d, e in
                "\(a) \(b) \(c) \(d == true) \(e)"
            },
            plan.add("5+", reading: v.a, v.b, v.c, v.d, v.e) { a, b, c, d, e, context in
                "\(a) \(b) \(c) \(d == true) \(e) \(context.name)"
            },
            plan.add("6", reading: v.a, v.b, v.c, v.d, v.e, v.f) { a, b, c, d, e, f in
                "\(a) \(b) \(c) \(d == true) \(e) \(f)"
            },
            plan.add("6+", reading: v.a, v.b, v.c, v.d, v.e, v.f) { a, b, c, d, e, f, context in
                "\(a) \(b) \(c) \(d == true) \(e) \(f) \(context.name)"
            },
        ]
        let launch = VirtualLaunch(try Graph(plan))
        try launch.run()
        let words = ["1", "two", "3.5", "true", "[5]", "6"]
        for (index, handle) in read.enumerated() {
            var expected = Array(words.prefix(index / 2))
            if !index.isMultiple(of: 2) { expected.append("\(index / 2)+") }
            #expect(try launch.launch.output(of: handle) == expected.joined(separator: " "))
        }
    }

    @Test func aHandlerReadsUpToSixValues() throws {
        let lines = Lines()
        var plan = Plan("values")
        let v = Values(&plan)
        let kinds = [
            plan.action("0") { (p: String) in lines.add(p) },
            plan.action("0+") { (p: String, context) in lines.add("\(p) \(context.name)") },
            plan.action("1", reading: v.a) { (p: String, a) in lines.add("\(p) \(a)") },
            plan.action("1+", reading: v.a, on: .main) { (p: String, a, context) in
                lines.add("\(p) \(a) \(context.name)")
            },
            plan.action("2", reading: v.a, v.b) { (p: String, a, b) in
                lines.add("\(p) \(a) \(b)")
            },
            plan.action("2+", reading: v.a, v.b) { (p: String, a, b, context) in
                lines.add("\(p) \(a) \(b) \(context.name)")
            },
            plan.action("3", reading: v.a, v.b, v.c) { (p: String, a, b, c) in
                lines.add("\(p) \(a) \(b) \(c)")
            },
            plan.action("3+", reading: v.a, v.b, v.c) { (p: String, a, b, c, context) in
                lines.add("\(p) \(a) \(b) \(c) \(context.name)")
            },
            plan.action("4", reading: v.a, v.b, v.c, v.d) { (p: String, a, b, c, d) in
                lines.add("\(p) \(a) \(b) \(c) \(d == true)")
            },
            plan.action("4+", reading: v.a, v.b, v.c, v.d) { (p: String, a, b, c, d, context) in
                lines.add("\(p) \(a) \(b) \(c) \(d == true) \(context.name)")
            },
            plan.action("5", reading: v.a, v.b, v.c, v.d, v.e) { (p: String, a, b, c, d, e) in
                lines.add("\(p) \(a) \(b) \(c) \(d == true) \(e)")
            },
            plan.action("5+", reading: v.a, v.b, v.c, v.d, v.e) {
                (p: String, a, b, c, d, e, context) in
                lines.add("\(p) \(a) \(b) \(c) \(d == true) \(e) \(context.name)")
            },
            plan.action("6", reading: v.a, v.b, v.c, v.d, v.e, v.f) {
                (p: String, a, b, c, d, e, f) in
                lines.add("\(p) \(a) \(b) \(c) \(d == true) \(e) \(f)")
            },
            plan.action("6+", reading: v.a, v.b, v.c, v.d, v.e, v.f) {
                (p: String, a, b, c, d, e, f, context) in
                lines.add("\(p) \(a) \(b) \(c) \(d == true) \(e) \(f) \(context.name)")
            },
        ]
        let launch = VirtualLaunch(try Graph(plan))
        for (index, kind) in kinds.enumerated() { try launch.launch.submit(kind, "p\(index)") }
        try launch.run()
        let words = ["1", "two", "3.5", "true", "[5]", "6"]
        let expected = kinds.indices.map { index in
            var line = ["p\(index)"] + words.prefix(index / 2)
            if !index.isMultiple(of: 2) { line.append("\(index / 2)+") }
            return line.joined(separator: " ")
        }
        #expect(lines.all.sorted() == expected.sorted())
    }

    @Test func aPartThatStaysReadsUpToSixValues() throws {
        let lines = Lines()
        var plan = Plan("values")
        let v = Values(&plan)
        plan.service("0") { ready in
            lines.add("")
            ready()
            await ready.waitUntilStopping()
        }
        plan.service("1", reading: v.a) { ready, a in
            lines.add("\(a)")
            ready()
            await ready.waitUntilStopping()
        }
        plan.service("4", reading: v.a, v.b, v.c, v.d) { ready, a, b, c, d in
            lines.add("\(a) \(b) \(c) \(d == true)")
            ready()
            await ready.waitUntilStopping()
        }
        plan.service("6", reading: v.a, v.b, v.c, v.d, v.e, v.f) { ready, a, b, c, d, e, f in
            lines.add("\(a) \(b) \(c) \(d == true) \(e) \(f)")
            ready()
            await ready.waitUntilStopping()
        }
        let launch = VirtualLaunch(try Graph(plan))
        try launch.run()
        #expect(
            lines.all.sorted() == ["", "1", "1 two 3.5 true", "1 two 3.5 true [5] 6"]
        )
    }
}
