import SlipwaySystem
import SlipwayTestSupport
import Testing

@testable import SlipwayProcess

/// The variables of a program's files over several of its starts.
final class FileVariablesTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/env" }
    private var files = FileVariables()

    init() throws { folder = try TemporaryFolder() }

    /// Starts it with that content of its file.
    private func start(
        _ content: String,
        isRestored: Bool = false
    ) throws -> (value: String?, remarks: Int) {
        try folder.write(content, to: "env")
        var command = ChildCommand("/bin/true", writer: .step)
        command.variablesFiles = [VariablesFile(path: path, isOptional: false)]
        let (filled, remarks) = try files.fill(command, isRestored: isRestored)
        return (filled.environment["A"], remarks.count)
    }

    @Test func aFileAtFaultCountsAsAtTheLastStartAfterWhichTheProgramWasReady() throws {
        #expect(throws: ChildFailure.self) { try start("no variable") }
        #expect(try start("A=1") == ("1", 0))
        #expect(throws: ChildFailure.self) { try start("no variable") }
        #expect(try start("A=1") == ("1", 0))
        files.keep()
        // With this one it does not become ready.
        #expect(try start("A=2") == ("2", 0))
        #expect(try start("no variable") == ("1", 1))
        #expect(try start("A=3") == ("3", 0))
        files.keep()
        #expect(try start("no variable") == ("3", 1))
    }

    @Test func aProgramThatComesBackAsItWasHasWhatItWasReadyWith() throws {
        #expect(try start("A=1", isRestored: true) == ("1", 0))
        files.keep()
        #expect(try start("A=2") == ("2", 0))
        #expect(try start("A=3", isRestored: true) == ("1", 0))
    }
}
