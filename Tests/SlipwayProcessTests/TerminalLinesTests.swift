import Testing

@testable import SlipwayProcess

/// Children's lines on a terminal.
struct TerminalLinesTests {
    private func text(_ lines: inout TerminalLines, _ line: String, of name: String) -> String {
        String(decoding: lines.line(Array(line.utf8)[...], of: name), as: UTF8.self)
    }

    @Test func namesHaveAColumnThatIsAsWideAsTheWidest() {
        var lines = TerminalLines(isColourful: false)
        lines.expect(["web", "worker"])
        #expect(text(&lines, "ready", of: "web") == "web    | ready\n")
        #expect(text(&lines, "<3>broken", of: "worker") == "worker | broken\n")
        let long = String(repeating: "n", count: 30)
        #expect(text(&lines, "x", of: long) == String(repeating: "n", count: 23) + "… | x\n")
    }

    @Test func eachNameHasAColourAndTroubleHasOneToo() {
        var lines = TerminalLines(isColourful: true)
        lines.expect(["web", "work"])
        #expect(text(&lines, "ready", of: "web") == "\u{1B}[36mweb  |\u{1B}[0m ready\n")
        #expect(
            text(&lines, "<4>slow", of: "work")
                == "\u{1B}[35mwork |\u{1B}[0m \u{1B}[33mslow\u{1B}[0m\n"
        )
    }

    @Test func whatCouldSteerTheTerminalIsEscaped() {
        var lines = TerminalLines(isColourful: false)
        let steering = "\u{1B}]0;title\u{7}\u{1B}[2Jred\tand \u{202E}back\rnew"
        #expect(
            text(&lines, steering, of: "w\u{1B}b")
                == "w\\u{1B}b | \\u{1B}]0;title\\u{7}\\u{1B}[2Jred\tand \\u{202E}back\\rnew\n"
        )
    }
}

/// Long lines.
struct LinePieceTests {
    @Test func noCharacterIsCutWhereALongLineIs() {
        var splitter = LineSplitter()
        var pieces: [[UInt8]] = []
        let line = "a" + String(repeating: "€", count: 400_000)
        for chunk in stride(from: 0, to: line.utf8.count, by: 5000) {
            splitter.take(Array(line.utf8.dropFirst(chunk).prefix(5000))[...]) {
                pieces.append(Array($0))
            }
        }
        splitter.take([UInt8(ascii: "\n")]) { pieces.append(Array($0)) }
        #expect(pieces.allSatisfy { $0.count <= LineSplitter.longestPiece })
        #expect(pieces.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
        #expect(pieces.joined().elementsEqual(line.utf8))
        #expect(pieces.count == line.utf8.count / LineSplitter.longestPiece + 1)
    }
}
