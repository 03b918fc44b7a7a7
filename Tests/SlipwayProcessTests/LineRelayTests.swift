import Testing

@testable import SlipwayProcess

struct LineRelayTests {
    @Test(arguments: 1...12)
    func whereTheBytesAreCutMakesNoDifference(_ size: Int) {
        let text = Array("one\n\ntwo é\n  \nthree".utf8)
        var lines = LineRelay()
        var passed: [UInt8] = []
        for start in stride(from: 0, to: text.count, by: size) {
            let part = lines.take(text[start..<min(start + size, text.count)])
            #expect(part.isEmpty || part.last == UInt8(ascii: "\n"))
            passed += part
        }
        passed += lines.finish()
        #expect(String(decoding: passed, as: UTF8.self) == "one\n\ntwo é\n  \nthree\n")
        #expect(lines.lastLine == "three")
    }

    @Test func aLineIsHeldBackUntilItEnds() {
        var lines = LineRelay()
        #expect(lines.take("half".utf8) == [])
        #expect(lines.take(" a line\nand".utf8) == Array("half a line\n".utf8))
        #expect(lines.finish() == Array("and\n".utf8))
    }

    @Test func aLineWithoutEndIsPassedOnInPieces() {
        var lines = LineRelay()
        let long = Array(repeating: UInt8(ascii: "x"), count: 5000)
        #expect(lines.take(long) == long)
        #expect(lines.finish() == [])
    }

    @Test func silenceHasNoLastLine() {
        var lines = LineRelay()
        _ = lines.take("\n \r\n".utf8)
        #expect(lines.lastLine == nil)
    }

    @Test func theLastLineIsShortAndSafeToPrint() {
        var lines = LineRelay()
        _ = lines.take("\u{1B}[31mred\n".utf8)
        #expect(lines.lastLine == "\\u{1B}[31mred")
        _ = lines.take((String(repeating: "x", count: 300) + "\n").utf8)
        #expect(lines.lastLine == String(repeating: "x", count: 200) + "…")
    }
}
