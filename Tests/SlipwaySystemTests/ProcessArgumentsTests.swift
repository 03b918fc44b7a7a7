import SlipwaySystem
import Testing

struct ProcessArgumentsTests {
    @Test(
        arguments: [
            ([], nil),
            (["send", "late", "x=ü", ""].map { Array($0.utf8) }, nil),
            (
                [Array("send".utf8), Array("x=".utf8) + [0xFF, 0x0A]],
                #"argument 2, 'x=\xff\x0a', is not UTF-8; write it in UTF-8"#
            ),
            (
                [Array(repeating: 0x61, count: 60) + [0xC3]],
                "argument 1, '\(String(repeating: "a", count: 60))…', is not UTF-8; write it in UTF-8"
            ),
        ] as [([[UInt8]], String?)]
    )
    func theFirstThatIsNotUTF8IsNamed(arguments: [[UInt8]], fault: String?) {
        #expect(ProcessArguments.fault(of: arguments) == fault)
    }

    @Test func thoseOfThisProcessAreText() {
        #expect(ProcessArguments.fault == nil)
    }
}
