import Foundation
import SlipwayTestSupport
import Testing

/// The program itself, with bytes that no `String` has.
struct RawArgumentsTests {
    @Test(
        arguments: [
            (#"send late "x=$(printf '\377')""#, #"argument 3, 'x=\xff'"#),
            (#"send late --key "$(printf '\376')""#, #"argument 4, '\xfe'"#),
        ]
    )
    func anArgumentThatIsNotUTF8IsNamed(arguments: String, named: String) async throws {
        let result = try await Program(
            executable: URL(filePath: "/bin/sh"),
            arguments: [
                "-c", #"exec "$0" "# + arguments,
                Checkout.programs.appending(path: "slipway").path(),
            ],
            environment: ["SLIPWAY_SOCKET": "/nonexistent/socket"]
        ).run()
        #expect(result.status == 64)
        #expect(result.output == "slipway: \(named), is not UTF-8; write it in UTF-8\n")
    }
}
