import Glibc
import Testing

/// The example programs, which are built beside the tests.
enum Example {
    /// The lines that a program writes; it must end with status 0.
    ///
    /// `wrapper` is a command that runs it, with a space at its end.
    static func lines(of name: String, under wrapper: String = "") throws -> [String] {
        let path = try #require(folders.map { $0 + name }.first { access($0, X_OK) == 0 })
        let pipe = try #require(popen("exec \(wrapper)'\(path)' 2>&1", "r"))
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
            output += buffer[..<count]
        }
        let status = pclose(pipe)
        let text = String(decoding: output, as: UTF8.self)
        #expect(status == 0, "\(text)")
        return text.split(separator: "\n").map(String.init)
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

extension [String] {
    /// Tells whether the lines occur, in this order.
    func has(_ lines: String...) -> Bool {
        var rest = self[...]
        for line in lines {
            guard let position = rest.firstIndex(of: line) else { return false }
            rest = rest[(position + 1)...]
        }
        return true
    }
}
