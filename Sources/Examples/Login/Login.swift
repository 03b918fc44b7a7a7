import Slipway

/// Signing in as one step of a launch: authenticate, fetch, parse, save.
///
/// The steps are a group. To the outside it is one operation with one value: the user. It is
/// optional, so that the program continues, and reports the result, whether or not a user is signed
/// in.
@main struct Login {
    static func main() async throws {
        try await run("with the right password", plan(password: "lovelace"))

        // The steps beside the failing one are not waited for.
        try await run("with a wrong password", plan(password: "letmein"))

        // Cancelled as a whole while its first step runs.
        let launch = try Launch(Graph(plan(password: "lovelace")))
        let goBack = WhenStarted("authenticate") {
            launch.cancel("login", reason: "the user went back")
        }
        try await run("and going back", launch, [goBack])
    }

    static func plan(password: String) -> Plan {
        var plan = Plan("login")
        let login = plan.group("login", optional: true, timeout: .seconds(10)) { plan in
            let token = plan.add("authenticate") {
                try await Server.authenticate("ada", password)
            }
            let answer = plan.add("fetch", reading: token) { token in
                try await Server.profile(for: token)
            }
            let user = plan.add("parse", reading: answer) { answer in try User(parsing: answer) }
            plan.add("photo", optional: true) { try await Server.photo(of: "ada") }
            return plan.add("save", reading: user) { user in
                try await Disk.save(user)
                return user
            }
        }
        plan.completion("home", of: [login], on: .main) { ends, context in
            if let user = try context.outputIfPresent(of: login) {
                print("welcome, \(user.name)")
            } else {
                print("signed out: \(ends[0].outcome.message ?? "")")
            }
        }
        return plan
    }

    private static func run(_ title: String, _ plan: Plan) async throws {
        try await run(title, Launch(Graph(plan)))
    }

    private static func run(
        _ title: String,
        _ launch: Launch,
        _ reporters: [any LaunchReporter] = []
    ) async throws {
        print("Signing in \(title):")
        try await launch.run(reportingTo: reporters, until: .ready)
        for operation in launch.report.operations {
            print("  \(operation.name): \(operation.outcome?.word ?? "")")
        }
    }
}
