import Slipway
import Testing

struct GroupWithoutValueTests {
    @Test func readingAGroupThatForgotItsReturnIsAFault() {
        var plan = Plan("forgotten")
        let login = plan.group("login") { plan in
            let token = plan.add("token") { 1 }
            plan.add("user", reading: token) { $0 + 1 }
        }
        plan.add("home", reading: login) { user in print(user) }
        plan.action("open", reading: login) { (_: Int, user) in print(user) }
        let words =
            "which has none; let the closure of 'login' return the handle of the operation "
            + "whose value is meant, or put 'login' into requires"
        #expect(
            Graph.faults(of: plan) == [
                "'home' reads the value of group 'login', \(words)",
                "'open' reads the value of group 'login', \(words)",
            ]
        )
    }

    @Test func aClosureOfOneExpressionReturnsItsValue() throws {
        var plan = Plan("one")
        let group = plan.group("group") { plan in plan.add("a") { 1 } }
        plan.add("b", reading: group) { value in #expect(value == 1) }
        _ = try Graph(plan)
    }

    @Test func aGroupWithoutAValueCanBeRequired() throws {
        var plan = Plan("checks")
        let checks = plan.group("checks") { plan in
            for name in ["disk", "clock"] { plan.add(name) {} }
        }
        let none = plan.group("none") { _ in }
        plan.add("after", requires: [checks, none]) {}
        _ = try Graph(plan)
    }
}
