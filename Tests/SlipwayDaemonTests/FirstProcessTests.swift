import Foundation
import Glibc
import SlipwayTestSupport
import Testing

/// A daemon without a parent process, as in a container.
@Suite(.enabled(if: Privileges.areThere, Privileges.comment), .timeLimit(.minutes(5)))
struct FirstProcessTests {
    private static let asFirst = [
        "/usr/bin/unshare", "--pid", "--fork", "--mount-proc", "--kill-child",
    ]

    @Test func asTheFirstProcessItReapsOrphansAndStops() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await RunningDaemon(
            Orphanage.configuration,
            environment: ["GATE": "\(folder.path)/gate"],
            through: Self.asFirst
        )
        let unshare = try ObservedProcess.children(of: daemon.program.identifier)
        let first = try #require(unshare.first?.pid)
        let numbers = try String(contentsOfFile: "/proc/\(first)/status", encoding: .utf8)
        let inside = numbers.split(separator: "\n").first { $0.hasPrefix("NSpid:") }
        #expect(inside?.hasSuffix("\t1") == true)
        try await Orphanage.isEmptied(of: first, gate: folder)
        kill(first, SIGTERM)
        #expect(await daemon.program.result().status == 0)
    }
}
