import Foundation
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// A machine whose SQLite is damaged.
@Suite(.timeLimit(.minutes(5)))
struct MissingLibraryTests {
    private static let configuration = """
        name: kept
        operations: { a: { sleep: 1ms } }
        actions:
          note: { exec: [/bin/true] }
          chat: { exec: [/bin/true], durability: memory }
        """
    private static let advice = "install or repair the package 'libsqlite3-0'"

    private let folder: TemporaryFolder
    /// The linker finds an empty file in place of the library.
    private var environment: [String: String] { ["LD_LIBRARY_PATH": folder.path] }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "libsqlite3.so.0")
    }

    @Test func checkingSaysThatItCannotBeLoaded() async throws {
        let file = try folder.write(Self.configuration, to: "kept.yaml")
        let result = try await Program(
            executable: Checkout.programs.appending(path: "slipway"),
            arguments: ["check", file],
            environment: environment
        ).run()
        #expect(result.status == 0)
        let fault = "\(folder.path)/libsqlite3.so.0: file too short; \(Self.advice)"
        #expect(result.output.contains("SQLite cannot be loaded here: \(fault)"))
    }

    @Test(arguments: [true, false])
    func theServiceIsReadyAndRefusesActionsWithTheReason(hasState: Bool) async throws {
        let daemon = try await RunningDaemon(
            Self.configuration,
            arguments: hasState ? ["--state-directory", "\(folder.path)/state"] : [],
            environment: environment
        )
        try await daemon.untilReady()
        for kind in ["note", "chat"] {
            let error = #expect(throws: ControlClientError.self) {
                try daemon.client().call(Method.Submit(kind: kind))
            }
            #expect(error?.description.contains(Self.advice) == true)
        }
        #expect(await daemon.stop().status == 0)
    }
}
