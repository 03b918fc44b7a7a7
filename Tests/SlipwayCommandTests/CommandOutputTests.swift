import Testing

@testable import SlipwayCommand

struct CommandOutputTests {
    @Test func theOutputIsRead() throws {
        #expect(try CommandOutput.read(["echo", "a b"]) == "a b\n")
    }

    /// systemctl waits for a bus that does not answer.
    @Test func aProgramThatDoesNotEndInTimeIsKilled() {
        let failure = CommandFailure.cannot("'sleep 1000' has not answered within 20ms")
        #expect(throws: failure) {
            try CommandOutput.read(["sleep", "1000"], within: .milliseconds(20))
        }
    }

    @Test(arguments: [["false"], ["/nosuch/program"]])
    func aFailureIsTold(words: [String]) {
        #expect(throws: CommandFailure.self) { try CommandOutput.read(words) }
    }
}
