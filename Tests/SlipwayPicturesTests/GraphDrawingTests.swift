import Slipway
import SlipwayPictures
import Testing

struct GraphDrawingTests {
    private static var storefront: Plan {
        var plan = Plan("storefront")
        let sdk = plan.add("sdk-init", on: .main, timeout: .seconds(5)) { _ in }
        let user = plan.add("user-data") { _ in }
        let toggles = plan.add("feature-toggles", requires: [sdk]) { _ in }
        plan.add("warm-cache", after: [toggles], optional: true) { _ in }
        plan.action("open-url", on: .main, requires: [user, toggles]) { (_: String, _) in }
        return plan
    }

    private static var faulty: Plan {
        var plan = Plan("faulty")
        plan.add("fine") { _ in }
        plan.add("a", requires: [Named("b"), Named("fine")]) { _ in }
        plan.add("b", after: [Named("a")]) { _ in }
        plan.add("behind", requires: [Named("b")]) { _ in }
        plan.add("self", requires: [Named("self")]) { _ in }
        plan.add("typo", requires: [Named("databse")]) { _ in }
        return plan
    }

    @Test func textShowsWhatRunsTogether() {
        #expect(
            GraphDrawing(Self.storefront).text() == """
                STEP  OPERATION              QUEUE          WAITS FOR
                   1  sdk-init (at most 5s)  main
                      user-data              userInitiated
                   2  feature-toggles        userInitiated  sdk-init
                   3  warm-cache (optional)  userInitiated  after feature-toggles

                ACTION                   QUEUE  WAITS FOR
                open-url (at most 1min)  main   user-data, feature-toggles
                """
        )
    }

    /// Its steps begin once the launch is ready, whatever it requires.
    @Test func textShowsTheBackgroundApart() {
        var plan = Self.storefront
        let warm = plan.add("warm", stage: .background) { _ in }
        plan.group("later", stage: .background) { plan in
            plan.add("index", requires: [warm]) { _ in }
        }
        #expect(
            GraphDrawing(plan).text() == """
                STEP  OPERATION              QUEUE          WAITS FOR
                   1  sdk-init (at most 5s)  main
                      user-data              userInitiated
                   2  feature-toggles        userInitiated  sdk-init
                   3  warm-cache (optional)  userInitiated  after feature-toggles

                once the launch is ready:
                STEP  OPERATION  IN GROUP  QUEUE          WAITS FOR
                   1  warm                 userInitiated
                   2  index      later     userInitiated  warm
                   3  later                group          after index

                ACTION                   QUEUE  WAITS FOR
                open-url (at most 1min)  main   user-data, feature-toggles
                """
        )
    }

    @Test func textTellsWhatCanNeverRun() {
        #expect(
            GraphDrawing(Self.faulty).text { "<\($0)>" } == """
                STEP  OPERATION  QUEUE          WAITS FOR
                   1  fine       userInitiated

                <never runs:>
                <  a (userInitiated): in a cycle through 'b'>
                <  b (userInitiated): in a cycle through 'a'>
                <  behind (userInitiated): waits for b>
                <  self (userInitiated): in a cycle through 'self'>
                <  typo (userInitiated): waits for databse (unknown)>
                """
        )
    }

    @Test func anEmptyPlanSaysSo() {
        #expect(GraphDrawing(Plan("empty")).text() == "no operations")
    }

    @Test func dotDrawsArrowsFromFirstToLast() {
        #expect(
            GraphDrawing(Self.storefront).dot == #"""
                digraph "storefront" {
                  rankdir=LR
                  node [shape=box]
                  o1 [label="sdk-init\nmain", style=bold]
                  o2 [label="user-data\nuserInitiated"]
                  o3 [label="feature-toggles\nuserInitiated"]
                  o4 [label="warm-cache\nuserInitiated", color=gray50]
                  a5 [label="open-url\nmain", shape=cds]
                  o1 -> o3
                  o3 -> o4 [style=dashed]
                  o2 -> a5
                  o3 -> a5
                }
                """#
        )
    }

    @Test func dotPaintsExactlyTheCyclesRed() {
        let red = GraphDrawing(Self.faulty).dot.split(separator: "\n").filter {
            $0.contains("color=red")
        }
        #expect(
            red == [
                #"  u7 [label="databse\nunknown", color=red, style=dashed]"#,
                "  o3 -> o2 [color=red, penwidth=2]",
                "  o2 -> o3 [style=dashed, color=red, penwidth=2]",
                "  o5 -> o5 [color=red, penwidth=2]",
            ]
        )
    }

    @Test func mermaidPaintsExactlyTheCyclesRed() {
        #expect(
            GraphDrawing(Self.faulty).mermaid == """
                flowchart LR
                  o1["fine<br>userInitiated"]
                  o2["a<br>userInitiated"]
                  o3["b<br>userInitiated"]
                  o4["behind<br>userInitiated"]
                  o5["self<br>userInitiated"]
                  o6["typo<br>userInitiated"]
                  u7["databse<br>unknown"]
                  o3 --> o2
                  o1 --> o2
                  o2 -.-> o3
                  o3 --> o4
                  o5 --> o5
                  u7 --> o6
                  linkStyle 0,2,4 stroke:red,stroke-width:2px
                  style u7 stroke:red,stroke-dasharray:4
                """
        )
    }

    @Test func namesCannotBreakOutOfTheirQuotes() {
        var plan = Plan("p\"\\\n")
        plan.add("x\"]; evil -> \\\u{1B}<script>#&") { _ in }
        let drawing = GraphDrawing(plan)
        #expect(drawing.dot.hasPrefix(#"digraph "p\"\\\\n" {"#))
        #expect(
            drawing.dot.contains(
                #"[label="x\"]; evil -> \\\\u{1B}<script>#&\nuserInitiated"]"#
            )
        )
        #expect(
            drawing.mermaid.contains(
                "[\"x#34;#93;#59; evil -#62; #92;#92;u#123;1B#125;#60;script#62;#35;#38;"
                    + "<br>userInitiated\"]"
            )
        )
    }

    @Test func anOperationAndAnActionOfOneNameAreTwoNodes() {
        var plan = Plan("p")
        plan.add("same") { _ in }
        plan.action("same", requires: [Named("same")]) { (_: String, _) in }
        #expect(GraphDrawing(plan).mermaid.contains("  o1 --> a2"))
        #expect(!GraphDrawing(plan).mermaid.contains("linkStyle"))
    }

    @Test func aChainOfManyThousandsDoesNotOverflowTheStack() {
        var plan = Plan("long")
        for number in 0..<50_000 {
            plan.add("o\(number)", requires: [Named("o\((number + 1) % 50_000)")]) { _ in }
        }
        let lines = GraphDrawing(plan).dot.split(separator: "\n")
        #expect(lines.count { $0.contains("color=red") } == 50_000)
    }
}
