import Slipway
import Testing

struct ByteCountTests {
    @Test(
        arguments: [
            (0, "0"), (1023, "1023"), (1024, "1K"), (1_310_720, "1.2M"), (1536 << 20, "1.5G"),
            (3 << 30, "3G"), (5 << 50, "5120T"), (-1, "0"),
        ]
    )
    func bytesAreWrittenToATenthOfTheirUnit(bytes: Int, text: String) {
        #expect(ByteCount.text(bytes) == text)
    }

    @Test(
        arguments: [
            ("0", 0), ("4096", 4096), ("64K", 64 << 10), ("2G", 2 << 30), ("1.5G", nil), ("", nil),
            ("K", nil), ("-1", nil), ("9999999999T", nil),
        ] as [(String, UInt64?)]
    )
    func bytesAreReadWithTheirUnit(text: String, bytes: UInt64?) {
        #expect(ByteCount.number(text) == bytes)
    }
}
