import Foundation
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct StorefrontBackendTests {
    /// The program, which is built beside these tests.
    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "storefront-backend")

    /// Runs the backend until `body` ends, then stops it; `body` gets the line that it prints.
    private func withBackend(
        _ arguments: [String],
        _ body: (String) async throws -> Void
    ) async throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = Self.program
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        defer { process.waitUntilExit() }
        let line = try #require(
            String(bytes: output.fileHandleForReading.availableData, encoding: .utf8)
        )
        do {
            try await body(line.trimmingCharacters(in: .newlines))
            process.terminate()
        } catch {
            process.terminate()
            throw error
        }
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
    }

    private func get(_ url: String, expect: [Int]? = nil) async throws -> JSON {
        let runner = BodyRunner.quiet()
        let specification = HTTPSpecification(url: Template(literal: url), expect: expect)
        do {
            let value = try await runner.run(.http(specification))
            await runner.shutdown()
            return value
        } catch {
            await runner.shutdown()
            throw error
        }
    }

    @Test func servesWhatTheStorefrontNeeds() async throws {
        try await withBackend(["--port", "0", "--delay", "1"]) { line in
            let url = try #require(line.split(separator: " ").last.map(String.init))
            #expect(line == "listening on \(url)")
            #expect(url.hasPrefix("http://127.0.0.1:"))
            let user = try await get("\(url)/me")
            #expect(user == ["id": "u-1042", "name": "Ada", "plan": "gold"])
            let toggles = try await get("\(url)/toggles?user=u-1042")
            #expect(toggles == ["checkout-v2": true, "dark-mode": true, "reviews": false])
            let others = try await get("\(url)/toggles?user=u-7")
            #expect(others["checkout-v2"] == false)
            let health = try await get("\(url)/healthz", expect: [204])
            #expect(health == .null)
            for (path, status) in [("toggles", 400), ("nothing", 404)] {
                let answer = try await get("\(url)/\(path)", expect: [status])
                #expect(answer["error"] != nil)
            }
        }
    }

    @Test func servesOnASocketAndRemovesItInTheEnd() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/backend"
        try await withBackend(["--socket", path]) { line in
            #expect(line == "listening on \(path)")
            let url = "http+unix://\(path.replacing("/", with: "%2F"))/me"
            let user = try await get(url)
            #expect(user["name"] == "Ada")
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: [
        [], ["--port"], ["--port", "x"], ["--port", "65536"], ["--verbose"],
        ["--port", "0", "--socket", "/tmp/x"], ["--port", "0", "--delay", "-1"],
    ])
    func badArgumentsExitWithUsage(_ arguments: [String]) async throws {
        let command = ([Self.program.path] + arguments).map { Template(literal: $0) }
        let failure = await BodyRunner.quiet().failure(.exec(ExecSpecification(command: command)))
        #expect(
            failure
                == "'\(Self.program.path)' exited with 64: "
                + "usage: storefront-backend --port N|--socket PATH [--delay MILLISECONDS]"
        )
    }
}
