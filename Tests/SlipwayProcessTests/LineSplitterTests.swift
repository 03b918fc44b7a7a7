import SlipwaySystem
import Testing

@testable import SlipwayProcess

struct LineSplitterTests {
    @Test(arguments: 1...12)
    func whereTheBytesAreCutMakesNoDifference(_ size: Int) {
        let text = Array("one\n\ntwo é\r\n  \nthree".utf8)
        var splitter = LineSplitter()
        var lines: [String] = []
        for start in stride(from: 0, to: text.count, by: size) {
            lines += splitter.lines(of: text[start..<min(start + size, text.count)])
        }
        #expect(splitter.lastLine == "three")
        lines += splitter.rest()
        #expect(lines == ["one", "", "two é", "  ", "three"])
        #expect(splitter.lastLine == "three")
    }

    @Test func aLineIsHeldBackUntilItEnds() {
        var splitter = LineSplitter()
        #expect(splitter.lines(of: "half") == [])
        #expect(splitter.lines(of: " a line\nand") == ["half a line"])
        #expect(splitter.rest() == ["and"])
        #expect(splitter.rest() == [])
    }

    @Test(arguments: ["", "\n"])
    func aLongLineIsCutIntoPieces(end: String) {
        var splitter = LineSplitter()
        let long = String(repeating: "x", count: 100_000)
        let pieces = splitter.lines(of: long + end) + splitter.rest()
        #expect(pieces.allSatisfy { $0.utf8.count <= LineSplitter.longestPiece })
        #expect(pieces.joined() == long)
    }

    @Test func theLastLinesAreKeptAndNoMore() {
        var splitter = LineSplitter(keeping: 3)
        #expect(splitter.lastLines == [])
        _ = splitter.lines(of: "one\n\ntwo\n")
        #expect(splitter.lastLines == ["one", "two"])
        _ = splitter.lines(of: (1...1000).map { "\($0)\n" }.joined() + "half a")
        #expect(splitter.lastLines == ["999", "1000", "half a"])
        _ = splitter.rest()
        #expect(splitter.lastLines == ["999", "1000", "half a"])
        _ = splitter.lines(of: String(repeating: "x", count: 100_000) + "\n")
        #expect(splitter.lastLines.last?.utf8.count ?? 0 <= 1003)
    }

    @Test func silenceHasNoLastLine() {
        var splitter = LineSplitter()
        _ = splitter.lines(of: "\n \r\n")
        #expect(splitter.lastLine == nil)
    }

    /// The output of a program, the last line of it that tells something, and the words for its failure if they are others.
    private static let outputs: [(text: String, last: String, words: String?)] = [
        (
            "psql:a.sql:3: ERROR:  relation \"a\" does not exist\nLINE 1: SELECT * FROM a;\n                      ^\n",
            "LINE 1: SELECT * FROM a;",
            "psql:a.sql:3: ERROR:  relation \"a\" does not exist / LINE 1: SELECT * FROM a;"
        ),
        ("Traceback:\n  File \"a.py\", line 1\nNameError: no a\n", "NameError: no a", nil),
        (
            "throw new Error(\"boom\")\n^\n\nError: boom\n    at Object.<anonymous> (/app/a.js:1:7)\n"
                + "    at node:internal/main:23:47\n\nNode.js v18.19.0\n",
            "Node.js v18.19.0", "Error: boom / Node.js v18.19.0"
        ),
        (
            "Exception in thread \"main\" java.lang.Error: boom\n\tat Main.main(Main.java:5)\n\t... 12 more\n",
            "Exception in thread \"main\" java.lang.Error: boom", nil
        ),
        (
            "thread 'main' panicked at a.rs:2:5:\nindex out of bounds\nnote: run with RUST_BACKTRACE=1\n",
            "note: run with RUST_BACKTRACE=1",
            "thread 'main' panicked at a.rs:2:5: / index out of bounds / note: run with RUST_BACKTRACE=1"
        ),
        ("error: cannot parse:\n    early end\n", "early end", "error: cannot parse: / early end"),
        ("opening\n---\n", "opening", nil),
        ("cannot open\n────\n\u{1B}[0m", "cannot open", nil),
        ("ошибка\n}\n", "ошибка", nil),
        ("10 %\r55 %\rno space\r\n", "no space", nil),
        ("\u{1B}]8;;https://a\u{1B}\\a link\u{1B}]8;;\u{7}\n", "a link", nil),
        ("???\n", "???", nil),
        ("failed once\n" + String(repeating: "on\n", count: 16), "on", nil),
    ]

    @Test(arguments: outputs)
    func theLastLineThatTellsSomethingIsKept(text: String, last: String, words: String?) {
        var splitter = LineSplitter()
        _ = splitter.lines(of: text)
        #expect(splitter.lastLine == last)
        #expect(splitter.failureWords == words ?? last)
        _ = splitter.rest()
        #expect(splitter.lastLine == last)
        #expect(splitter.failureWords == words ?? last)
    }

    @Test func aSecretThatAColourPartsIsHidden() {
        var splitter = LineSplitter(hiding: Redaction(of: ["hunter2-hunter2"]))
        _ = splitter.lines(of: "it is hunter2-\u{1B}[31mhunter2\n")
        #expect(splitter.lastLine == "it is ***")
    }

    @Test func answersToChecksAreToldApart() {
        var splitter = LineSplitter()
        splitter.isAsked = true
        _ = splitter.lines(of: "GET /health\n")
        #expect(splitter.lastUnaskedLine == nil)
        splitter.isAsked = false
        _ = splitter.lines(of: "serving\n")
        splitter.isAsked = true
        _ = splitter.lines(of: "GET /health\nGET /hea")
        #expect(splitter.lastLine == "GET /hea")
        #expect(splitter.lastUnaskedLine == "serving")
        splitter.isAsked = false
        _ = splitter.lines(of: "lth\nstopp")
        #expect(splitter.lastUnaskedLine == "stopp")
    }

    /// Also the part of it that would be cut off, and however its bytes arrive.
    @Test(arguments: [1, 7, 1000])
    func noLineHasASecret(_ size: Int) {
        var splitter = LineSplitter(hiding: Redaction(of: ["hunter2-hunter2"]))
        let text = Array(
            "a hunter2-hunter2 b\n\(String(repeating: "x", count: 195))hunter2-hunter2".utf8
        )
        var lines: [String] = []
        for start in stride(from: 0, to: text.count, by: size) {
            lines += splitter.lines(of: text[start..<min(start + size, text.count)])
        }
        let last = String(repeating: "x", count: 195) + "***"
        #expect(splitter.lastLine == last)
        lines += splitter.rest()
        #expect(lines == ["a *** b", last])
        #expect(splitter.lastLine == last)
    }

    @Test func theLastLineIsShortAndSafeToPrintAndHasNoPriority() {
        var splitter = LineSplitter()
        _ = splitter.lines(of: "<3>\u{1B}[31mred\n")
        #expect(splitter.lastLine == "red")
        _ = splitter.lines(of: "a\tb\u{202E}c\n")
        #expect(splitter.lastLine == "a\\tb\\u{202E}c")
        _ = splitter.lines(of: String(repeating: "x", count: 300) + "\n")
        #expect(splitter.lastLine == String(repeating: "x", count: 200) + "…")
    }
}

extension LineSplitter {
    fileprivate mutating func lines(of bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        take(Array(bytes)[...]) { lines.append(String(decoding: $0, as: UTF8.self)) }
        return lines
    }

    fileprivate mutating func lines(of text: String) -> [String] { lines(of: text.utf8) }

    fileprivate mutating func rest() -> [String] {
        var lines: [String] = []
        end { lines.append(String(decoding: $0, as: UTF8.self)) }
        return lines
    }
}
