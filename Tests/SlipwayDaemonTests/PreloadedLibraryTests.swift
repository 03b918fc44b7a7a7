import Foundation
import SlipwayTestSupport
import Testing

/// Both programs keep their arguments where Swift's runtime loses them (swiftlang/swift#76080).
@Suite(.timeLimit(.minutes(5)))
struct PreloadedLibraryTests {
    /// Of this build, and of the optimised and static one, if it is there.
    private static let programs: [URL] = [Checkout.programs, Checkout.file(".build/release")]
        .flatMap { folder in ["slipwayd", "slipway"].map { folder.appending(path: $0) } }
        .filter { FileManager.default.isExecutableFile(atPath: $0.path()) }

    /// libfaketime and some agents set a variable before `main`.
    private static let library = """
        #include <stdlib.h>
        __attribute__((constructor)) static void set(void) { setenv("OF_THE_LIBRARY", "1", 1); }
        """

    private func expectHelp(of program: URL, through words: String) async throws {
        let result = try await Program(
            executable: URL(filePath: "/bin/sh"),
            arguments: ["-c", words, "sh", program.path(), "--help"]
        ).run()
        #expect(result.status == 0)
        let isDaemon = program.lastPathComponent == "slipwayd"
        #expect(result.output.hasPrefix(isDaemon ? "USAGE: slipwayd" : "OVERVIEW: "))
    }

    @Test(arguments: programs)
    func argumentsSurviveALibraryThatSetsAVariable(program: URL) async throws {
        let folder = try TemporaryFolder()
        let source = try folder.write(Self.library, to: "library.c")
        let library = "\(folder.path)/library.so"
        let compiler = Program(
            executable: URL(filePath: "/usr/bin/env"),
            arguments: ["clang", "-shared", "-fPIC", "-o", library, source]
        )
        #expect(try await compiler.run().status == 0)
        try await expectHelp(of: program, through: "LD_PRELOAD=\(library) exec \"$@\"")
    }

    @Test(.enabled(if: getuid() == 0), arguments: programs)
    func argumentsAreThereWithoutProc(program: URL) async throws {
        let hidden = "unshare --mount sh -c 'mount -t tmpfs none /proc && exec \"$@\"' sh \"$@\""
        try await expectHelp(of: program, through: hidden)
    }
}
