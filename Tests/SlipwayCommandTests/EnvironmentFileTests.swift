import SlipwayTestSupport
import Testing

@testable import SlipwayCommand

struct EnvironmentFileTests {
    @Test func readsWhatSystemdReads() {
        let variables = EnvironmentFile.variables(
            of: """
                # A comment
                ; another one = x
                PLAIN=a b
                  SPACED =  c\u{20}
                SINGLE='d e'
                DOUBLE="f # g"
                EMPTY=
                LONG=h\\
                i
                no variable
                """
        )
        let expected = [
            "PLAIN": "a b", "SPACED": "c", "SINGLE": "d e", "DOUBLE": "f # g", "EMPTY": "",
            "LONG": "hi",
        ]
        for (name, value) in expected { #expect(variables[name] == value) }
        #expect(variables["HOME"] != nil, "systemd sets it")
        #expect(!variables.keys.contains("no variable"))
    }

    @Test func aFileThatIsNotThereIsNoAnswer() {
        #expect(
            throws: CommandFailure.cannot(
                "cannot read '/nonexistent': No such file or directory (ENOENT)"
            )
        ) { try EnvironmentFile.variables(path: "/nonexistent") }
    }
}
