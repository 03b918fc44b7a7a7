import Foundation
import Glibc
import Slipway
import SlipwayLoop
import SlipwayTestSupport
import Synchronization
import Testing

@testable import SlipwayProcess

/// Programs that go on in further generations.
extension ProgramsTests {
    private func generation() -> Programs {
        let log = open("/dev/null", O_WRONLY | O_CLOEXEC)
        return Programs(log: OutputLog(.lines(log)), folder: NotifyFolder(in: folder.path))
    }

    @Test func aRestartThatWasAskedForBeforeAReloadIsOfTheNewGeneration() async throws {
        let next = generation()
        try await start(definition("echo >> starts; systemd-notify --ready; exec sleep 1000"))
        let restarted = Answer()
        Loop.run { [programs] in
            programs.carryOut(.restart, "web") { restarted.set($0) }
            next.adopt(["web"], from: programs)
            next.comeIntoService()
            programs.retire()
        }
        #expect(try await restarted.value().get().state == .running)
        #expect(try folder.read("starts").count == 2)
        #expect(await next.stop("web") == nil)
    }

    /// The stop that undoes a program is the first generation's, and what follows others is the last one's.
    @Test func aProgramThatIsEndedIsNotStartedForAnotherOneAfterTwoReloads() async throws {
        var policy = ProgramPolicy(ended: .restart(.init(initial: .milliseconds(1))))
        policy.end.dependents = .stopped
        let db = """
            while [ -e away ]; do sleep 0.01; done
            systemd-notify --ready; while [ ! -e away ]; do sleep 0.01; done; exit 1
            """
        try await start(definition(db, policy: policy))
        let app = "echo >> starts; systemd-notify --ready; exec sleep 1000"
        try await start(definition(app, name: "app", requires: ["web"]))
        let (second, third) = (generation(), generation())
        await third.observe { [news] status in
            news.told.withLock { $0.append(status) }
        } end: { _ in
        }
        Loop.run { [programs] in
            for (next, earlier) in [(second, programs), (third, second)] {
                next.adopt(["web", "app"], from: earlier)
                next.comeIntoService()
                earlier.release(["web", "app"])
            }
        }
        try folder.write("", to: "away")
        try await eventually("it is ended, as the other one is away") {
            third.state(of: "app") == .stopped
        }
        #expect(await programs.stop("app") == nil)
        try FileManager.default.removeItem(atPath: "\(folder.path)/away")
        try await eventually("the other one is back") { third.state(of: "web") == .running }
        // What follows that is decided after it was told.
        for _ in 0..<3 { Loop.run {} }
        #expect(third.state(of: "app") == .stopped)
        #expect(try folder.read("starts").count == 1)
        #expect(await programs.stop("web") == nil)
    }
}

extension Programs {
    fileprivate nonisolated func state(of name: String) -> ProgramStatus.State? {
        Loop.run { self.status(name)?.state }
    }
}
