import Foundation
import SlipwayBodies
import SlipwayConfiguration
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ChildResourcesTests {
    @Test func twoHundredChildrenLeaveNeitherZombiesNorDescriptors() async throws {
        let runner = BodyRunner.quiet()
        let bodies: [BodySpecification] = [
            .program("true"),
            .program("cat", input: "{}", output: .json),
            .program("/no/such/program", input: "text"),
            .shell("exit 1", output: .lines),
        ]
        for body in bodies { _ = await runner.failure(body) }
        let before = try openDescriptors()

        for _ in 0..<5 {
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<40 {
                    group.addTask { _ = await runner.failure(bodies[index % bodies.count]) }
                }
            }
        }
        // Other tests run beside this one and hold some for a while; a leak would be one for each
        // child, for good.
        try await settles { try openDescriptors() < before + 50 }
        try await settles { try zombies() < 20 }
    }

    /// Waits until it is so; a failure after half a minute.
    private func settles(_ isSo: () throws -> Bool) async throws {
        let deadline = ContinuousClock.now.advanced(by: .seconds(30))
        while try !isSo() {
            try #require(ContinuousClock.now < deadline)
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func openDescriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    private func zombies() throws -> Int {
        let me = "\(getpid())"
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
            guard Int(name) != nil,
                let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)
            else { return false }
            let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
            return fields.count > 1 && fields[0] == "Z" && fields[1] == me
        }.count
    }
}
