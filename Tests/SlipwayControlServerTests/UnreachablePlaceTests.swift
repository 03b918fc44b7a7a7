import Glibc
import SlipwaySystem
import SlipwayTestSupport
import Testing

@testable import SlipwayControlServer

/// A place where no socket can be made is named with its own reason.
struct UnreachablePlaceTests {
    /// The folder that cannot be made says why; those below it would only lack it.
    @Test func theFirstFolderThatCannotBeMadeIsNamed() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("", to: "file")
        #expect(
            throws: ControlServerError.system("make directory", file, ErrorNumber(ENOTDIR))
        ) { try LockFile(beside: "\(file)/a/b/socket") }
    }

    @Test(.enabled(if: getuid() == 0))
    func withoutTheRightItIsAccessThatIsMissing() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            guard chmod(folder.path, 0o755) == 0, setuid(65534) == 0 else { return }
            #expect(
                throws: ControlServerError.system(
                    "make directory",
                    "\(folder.path)/a",
                    ErrorNumber(EACCES)
                )
            ) { try LockFile(beside: "\(folder.path)/a/b/socket") }
        }
    }
}
