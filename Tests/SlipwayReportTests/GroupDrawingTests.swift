import Slipway
import SlipwayReport
import Testing

/// Groups in drawings: a group comes after its operations, which wait for its dependencies.
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

    @Test func areDrawnWhereTheyEnd() {
        #expect(
            GraphDrawing(plan).text() == """
                STEP  OPERATION  QUEUE          WAITS FOR
                   1  sdk        main
                   2  token      userInitiated  sdk
                      nothing    group          after sdk
                   3  user       userInitiated  after token, sdk
                   4  profile    group          after user
                   5  login      group          after token, after profile
                   6  home       userInitiated  login
                """
        )
    }

    @Test func areNamedInEveryLanguage() {
        #expect(GraphDrawing(plan).dot.contains(#"[label="login\ngroup"]"#))
        #expect(GraphDrawing(plan).mermaid.contains(#"["login<br>group"]"#))
    }
}
