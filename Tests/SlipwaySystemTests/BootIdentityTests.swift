import SlipwaySystem
import Testing

struct BootIdentityTests {
    private static let dashed = "8b383ac3-1d99-3463-a634-2b0af91b21d7"
    private static let plain = "8b383ac31d993463a6342b0af91b21d7"
    private static let other = "00000000000000000000000000000001"

    /// `%b` of a unit has no dashes, the kernel's file and what is stored have some.
    @Test(
        arguments: [
            (dashed + "\n", nil, dashed),
            (nil, plain, dashed),
            (nil, dashed, dashed),
            (nil, plain.uppercased(), dashed),
            (dashed + "\n", other, dashed),
            ("", plain, dashed),
            (nil, nil, ""),
            (nil, "", ""),
            (nil, "%b", ""),
            (nil, plain + "0", ""),
            (nil, "x" + plain.dropFirst(), ""),
        ] as [(String?, String?, String)]
    )
    func theFormsOfOneBootAreEqual(file: String?, variable: String?, identity: String) {
        let bytes = file.map { Array($0.utf8) }
        #expect(BootIdentity.identity(file: bytes, variable: variable) == identity)
    }

    @Test func thisBootHasOne() {
        #expect(BootIdentity.current.utf8.count == 36)
    }
}
