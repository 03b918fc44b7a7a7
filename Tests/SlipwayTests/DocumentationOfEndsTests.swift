import Slipway
import Testing

/// The Swift code of the documentation about the ends of operations; see `DocumentationFilesTests`.
@Suite(.timeLimit(.minutes(10)))
struct DocumentationOfEndsTests {
    @Test func theErrorBehindAValueThatIsAbsent() async throws {
        let launch = Launch(try Graph(Plan("test")))
        let run = Task { try await launch.run() }
        await launch.waitUntilReady()
        let page = try launch.add { plan in
            let login = plan.add("login") { () throws -> Int in throw Unauthorized() }
            return plan.add("page", reading: login) { $0 }
        }
        var isAsked = false
        func askForPassword() { isAsked = true }
        do {
            show(try await launch.value(of: page))
        } catch let fault as ValueFault where fault.errors.contains(where: { $0 is Unauthorized }) {
            askForPassword()
        }
        #expect(isAsked)
        launch.stop(reason: "done")
        try await run.value
    }

    @Test func whatIsAddedAgainAndAgainCleansUpByItself() async throws {
        let launch = Launch(try Graph(Plan("test")))
        let run = Task { try await launch.run() }
        await launch.waitUntilReady()
        let page = try launch.add { plan in
            let file = plan.add("download") { try await download() }
            let page = plan.add("render", reading: file) { file in try await render(file) }
            plan.add("clean-up", reading: file.ifPresent, after: [page]) { file in
                try file?.remove()
            }
            return page
        }
        #expect(try await launch.value(of: page) == 1)
        launch.stop(reason: "done")
        try await run.value
    }

    /// The article says how the type of such a closure is written.
    @Test func aTeardownOfSeveralStatementsHasItsTypeWritten() throws {
        var plan = Plan("test")
        plan.add(
            "database",
            teardown: { (connection: Connection) in
                try await connection.finish()
                try await connection.close()
            }
        ) {
            Connection()
        }
        _ = try Graph(plan)
    }
}

// Functions that the documentation's programs call.

private struct Unauthorized: Error {}
private struct File: Sendable { func remove() throws {} }
private struct Connection: Sendable {
    func finish() async throws {}
    func close() async throws {}
}
private func download() async throws -> File { File() }
private func render(_ file: File) async throws -> Int { 1 }
private func show(_ anything: some Sendable) {}
