import Foundation
import SlipwayTestSupport
import Testing

struct ForkedLockTests {
    /// Swift remembers a thread's number, and locks with it.
    @Test(.timeLimit(.minutes(1)))
    func locksThatAreWantedAfterTheReapersWereForkedAreTakenAndGivenBack() async throws {
        let program = Checkout.programs.appending(path: "forked-lock-fixture")
        let result = try await Program(executable: program, arguments: []).run()
        #expect(result.output == "done\n")
        #expect(result.status == 0)
    }
}
