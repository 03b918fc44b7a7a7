import Slipway
import SlipwayPictures
import Testing

/// Groups in drawings: a frame around its operations, which wait for its dependencies, and its end,
/// which waits for them.
struct GroupDrawingTests {
    private var plan: Plan {
        var plan = Plan("test")
        let sdk = plan.add("sdk", on: .main) { _ in }
        let login = plan.group("login", requires: [sdk]) { plan in
            let token = plan.add("token") { _ in }
            plan.group("profile", after: [token]) { plan in plan.add("user") { _ in } }
        }
        plan.group("nothing", after: [sdk]) { _ in }
        plan.add("home", requires: [login]) { _ in }
        return plan
    }

    /// A cycle through the inside of a group, and one between a group and what is in it.
    private var faulty: Plan {
        var plan = Plan("faulty")
        plan.group("login", optional: true) { plan in
            plan.add("token", requires: [Named("home")]) { _ in }
            plan.add("user", requires: [Named("login")]) { _ in }
        }
        plan.add("home", requires: [Named("token")]) { _ in }
        return plan
    }

    @Test func textNamesTheGroupThatEachIsIn() {
        #expect(
            GraphDrawing(plan).text() == """
                STEP  OPERATION  IN GROUP  QUEUE          WAITS FOR
                   1  sdk                  main
                   2  token      login     userInitiated  sdk
                      nothing              group          after sdk
                   3  user       profile   userInitiated  after token, sdk
                   4  profile    login     group          after user
                   5  login                group          after token, after profile
                   6  home                 userInitiated  login
                """
        )
    }

    @Test func textNamesTheGroupOfWhatCanNeverRun() {
        #expect(
            GraphDrawing(faulty).text() == """
                never runs:
                  token (userInitiated, in login): in a cycle through 'home'
                  user (userInitiated, in login): in a cycle through 'login'
                  login (group): in a cycle through 'user'
                  home (userInitiated): in a cycle through 'token'
                """
        )
    }

    @Test func dotDrawsFramesInFrames() {
        #expect(
            GraphDrawing(plan).dot == #"""
                digraph "test" {
                  rankdir=LR
                  node [shape=box]
                  o1 [label="sdk\nmain", style=bold]
                  subgraph cluster_o5 {
                    graph [label="login", labeljust=l, color=black]
                    o2 [label="token\nuserInitiated"]
                    subgraph cluster_o4 {
                      graph [label="profile", labeljust=l, color=black]
                      o3 [label="user\nuserInitiated"]
                      o4 [label="end of profile", style=rounded]
                    }
                    o5 [label="end of login", style=rounded]
                  }
                  o6 [label="nothing\ngroup"]
                  o7 [label="home\nuserInitiated"]
                  o1 -> o2
                  o2 -> o3 [style=dashed]
                  o1 -> o3
                  o3 -> o4 [style=dashed]
                  o2 -> o5 [style=dashed]
                  o4 -> o5 [style=dashed]
                  o1 -> o6 [style=dashed]
                  o5 -> o7
                }
                """#
        )
    }

    @Test func mermaidDrawsFramesInFrames() {
        #expect(
            GraphDrawing(plan).mermaid == """
                flowchart LR
                  o1["sdk<br>main"]
                  subgraph g5["login"]
                    o2["token<br>userInitiated"]
                    subgraph g4["profile"]
                      o3["user<br>userInitiated"]
                      o4["end of profile"]
                    end
                    o5["end of login"]
                  end
                  o6["nothing<br>group"]
                  o7["home<br>userInitiated"]
                  o1 --> o2
                  o2 -.-> o3
                  o1 --> o3
                  o3 -.-> o4
                  o2 -.-> o5
                  o4 -.-> o5
                  o1 -.-> o6
                  o5 --> o7
                """
        )
    }

    @Test func cyclesThroughGroupsAreRed() {
        let drawing = GraphDrawing(faulty)
        let edges = drawing.dot.split(separator: "\n").filter { $0.contains("->") }
        #expect(
            edges == [
                "  o4 -> o1 [color=red, penwidth=2]",
                "  o3 -> o2 [color=red, penwidth=2]",
                "  o1 -> o3 [style=dashed]",
                "  o2 -> o3 [style=dashed, color=red, penwidth=2]",
                "  o1 -> o4 [color=red, penwidth=2]",
            ]
        )
        #expect(
            drawing.mermaid.hasSuffix("\n  linkStyle 0,1,3,4 stroke:red,stroke-width:2px")
        )
        // The frame of a group without which the launch goes on is as pale as its box.
        #expect(drawing.dot.contains(#"graph [label="login", labeljust=l, color=gray50]"#))
        #expect(drawing.dot.contains(#"o3 [label="end of login", style=rounded, color=gray50]"#))
    }

    @Test func aFrameForEachOfTwoGroupsOfOneName() {
        var plan = Plan("test")
        plan.group("a") { plan in
            plan.group("a") { plan in plan.add("first") { _ in } }
        }
        plan.group("a") { plan in plan.add("second") { _ in } }
        let lines = GraphDrawing(plan).dot.split(separator: "\n").filter {
            $0.contains("subgraph") || $0.contains("label=\"first") || $0.contains("second")
        }
        #expect(
            lines == [
                "  subgraph cluster_o3 {", "    subgraph cluster_o2 {",
                #"      o1 [label="first\nuserInitiated"]"#,
                "  subgraph cluster_o5 {", #"    o4 [label="second\nuserInitiated"]"#,
            ]
        )
    }

    @Test func manyThousandsOfGroupsAreDrawnAtOnce() {
        var plan = Plan("wide")
        for number in 0..<20_000 {
            plan.group("g\(number)") { plan in plan.add("o\(number)") { _ in } }
        }
        let dot = GraphDrawing(plan).dot
        #expect(dot.split(separator: "\n").count { $0.hasPrefix("  subgraph ") } == 20_000)
    }

    @Test func namesCannotBreakOutOfTheirFrames() {
        var plan = Plan("test")
        plan.group("x\"]\nend") { plan in plan.add("a") { _ in } }
        let drawing = GraphDrawing(plan)
        #expect(drawing.dot.contains(#"    graph [label="x\"]\\nend", labeljust=l, "#))
        #expect(drawing.mermaid.contains("  subgraph g2[\"x#34;#93;#92;nend\"]"))
    }
}
