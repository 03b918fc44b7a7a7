import SlipwaySystem
import Testing

/// What systemd reads is held in `EnvironmentFileTests`; this is what is said of the rest.
struct EnvironmentTextTests {
    @Test(
        arguments: [
            ("A=x\n\n# b\nexport B=y\nC=z", 4), ("A='two\nlines'\nword\n", 3), ("1A=x", 1),
            ("A=one \\\n two\n =x", 3), ("A=\"x\ny\n\" # text\r\n; no=1\r\n\r\nA-B=1", 6),
            ("a b", 1),
        ]
    )
    func aLineThatSetsNothingIsFound(text: String, line: Int) throws {
        let stray = try EnvironmentText(parsing: text.utf8).stray
        #expect(stray?.description == "line \(line): is no NAME=value")
    }

    @Test(arguments: [
        "", "\n", "# a", "; a\n", "A=", "A = b", "A=b # c", "A='not closed", "# a\\\nno\n",
    ])
    func whatIsRightHasNone(text: String) throws {
        #expect(try EnvironmentText(parsing: text.utf8).stray == nil)
    }

    @Test func whatSystemdRefusesIsRefusedWithItsLine() {
        for (bytes, words) in [
            (Array("A=b\nC=\0".utf8), "line 2: has a zero byte"),
            (Array("A=b\n\nC='a\nb".utf8) + [0xff], "line 3: is not UTF-8"),
        ] {
            let fault = #expect(throws: EnvironmentText.Fault.self) {
                try EnvironmentText(parsing: bytes)
            }
            #expect(fault?.description == words)
        }
    }
}
