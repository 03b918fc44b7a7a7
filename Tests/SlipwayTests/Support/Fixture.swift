import Glibc
import Testing

/// Programs that are built beside the tests.
enum Fixture {
    /// The output of a program, which must end with a status.
    static func output(
        of name: String,
        _ argument: String = "",
        status: Int32 = 0
    ) throws -> String {
        let path = try #require(folders.map { $0 + name }.first { access($0, X_OK) == 0 })
        let pipe = try #require(popen("exec '\(path)' \(argument) 2>&1", "r"))
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
            output += buffer[..<count]
        }
        #expect(pclose(pipe) == status << 8)
        return String(decoding: output, as: UTF8.self)
    }

    /// The test runner is in the build folder, or gets the path of the test bundle.
    private static var folders: [String] {
        (CommandLine.arguments.filter { $0.hasSuffix(".xctest") } + [runner])
            .map { String($0[...($0.lastIndex(of: "/") ?? $0.startIndex)]) }
    }

    private static var runner: String {
        let path = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = buffer.withMemoryRebound(to: CChar.self) { buffer in
                buffer.baseAddress.map { max(0, readlink("/proc/self/exe", $0, buffer.count)) } ?? 0
            }
        }
        return String(decoding: path, as: UTF8.self)
    }
}
