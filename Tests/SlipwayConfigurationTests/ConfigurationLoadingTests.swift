import Glibc
import Testing

@testable import SlipwayConfiguration

struct ConfigurationLoadingTests {
    /// A new directory, removed afterwards.
    private func withDirectory(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/slipway-configuration-XXXXXX".utf8CString)
        let path = try template.withUnsafeMutableBufferPointer { buffer in
            String(cString: try #require(buffer.baseAddress.flatMap { mkdtemp($0) }))
        }
        defer { remove(path) }
        try body(path)
    }

    private func remove(_ path: String) {
        if let stream = opendir(path) {
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { remove("\(path)/\(name)") }
            }
            closedir(stream)
        }
        Glibc.remove(path)
    }

    private func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
    }

    private func faults(_ path: String) -> [ConfigurationFault] {
        do throws(ConfigurationFaults) {
            _ = try Configuration.load(path: path)
            return []
        } catch {
            return error.faults
        }
    }

    @Test func readsAFileAndItsDropInsInTheOrderOfTheirNames() throws {
        try withDirectory { directory in
            try write("name: a\n", to: "\(directory)/app.yaml")
            #expect(try Configuration.load(path: "\(directory)/app.yaml").name == "a")
            mkdir("\(directory)/app.d", 0o700)
            try write("name: c\n", to: "\(directory)/app.d/20.yaml")
            try write("name: b\ndeadline: 5s", to: "\(directory)/app.d/10.yaml")
            try write("broken: [", to: "\(directory)/app.d/30.yaml~")
            try write("broken: [", to: "\(directory)/app.d/.hidden.yaml")
            let configuration = try Configuration.load(path: "\(directory)/app.yaml")
            #expect(configuration.name == "c")
            #expect(configuration.deadline == .seconds(5))
        }
    }

    @Test func saysWhyAFileCannotBeRead() throws {
        try withDirectory { directory in
            let missing = "\(directory)/missing.yaml"
            #expect(
                faults(missing).map(\.description)
                    == ["\(missing): cannot read: No such file or directory (ENOENT)"]
            )
            #expect(faults(missing).map(\.errno) == [ENOENT])
            #expect(
                faults(directory).map(\.description)
                    == ["\(directory): cannot read: Is a directory (EISDIR)"]
            )

            try write("name: a\n", to: "\(directory)/app.yaml")
            mkdir("\(directory)/app.d", 0o700)
            mkdir("\(directory)/app.d/10.yaml", 0o700)
            symlink("nowhere", "\(directory)/app.d/20.yaml")
            #expect(
                faults("\(directory)/app.yaml").map(\.description) == [
                    "\(directory)/app.d/10.yaml: cannot read: Is a directory (EISDIR)",
                    "\(directory)/app.d/20.yaml: cannot read: No such file or directory (ENOENT)",
                ]
            )
        }
    }

    @Test func readsNoMoreThanTheLimit() throws {
        try withDirectory { directory in
            let path = "\(directory)/long.yaml"
            try write("", to: path)
            #expect(truncate(path, 1 << 40) == 0)
            #expect(
                faults(path).map(\.description)
                    == ["\(path): 1048577 bytes long; a configuration has at most 1048576"]
            )
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func refusesWhatIsNoRegularFileInsteadOfWaitingForIt() throws {
        try withDirectory { directory in
            let pipe = "\(directory)/pipe.yaml"
            #expect(mkfifo(pipe, 0o600) == 0)
            for path in [pipe, "/dev/zero", "/dev/null"] {
                #expect(
                    faults(path).map(\.description) == [
                        "\(path): cannot read: not a regular file, which a configuration must be"
                    ]
                )
            }
        }
    }
}
