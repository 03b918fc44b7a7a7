import Glibc
import SlipwayConfiguration
import SlipwayOperations
import SlipwayTestSupport
import Testing

struct ConfigurationLoadingTests {
    private func faults(_ path: String) -> [ConfigurationFault] {
        do throws(ConfigurationFaults) {
            _ = try ConfiguredGraph.load(path: path)
            return []
        } catch {
            return error.faults
        }
    }

    private func load(_ path: String) throws(ConfigurationFaults) -> Configuration {
        try ConfiguredGraph.load(path: path).configuration
    }

    @Test func readsAFileAndItsDropInsInTheOrderOfTheirNames() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let directory = folder.path
        try folder.write("name: a\n", to: "app.yaml")
        #expect(try load("\(directory)/app.yaml").name == "a")
        mkdir("\(directory)/app.d", 0o700)
        try folder.write("name: c\n", to: "app.d/20.yaml")
        try folder.write("name: b\ndeadline: 5s", to: "app.d/10.yaml")
        try folder.write("broken: [", to: "app.d/30.yaml~")
        try folder.write("broken: [", to: "app.d/.hidden.yaml")
        let configuration = try load("\(directory)/app.yaml")
        #expect(configuration.name == "c")
        #expect(configuration.deadline == .seconds(5))
    }

    /// A drop-in with a wrong ending would change nothing, without a word.
    @Test func warnsOfAFileThatIsIgnored() throws {
        let folder = try TemporaryFolder()
        try folder.write("name: a\n", to: "app.yaml")
        #expect(mkdir("\(folder.path)/app.d", 0o700) == 0)
        for name in ["10.yaml", "20.yaml~", ".30.conf", "40.conf", "README"] {
            try folder.write("deadline: 5s", to: "app.d/\(name)")
        }
        let reason = "warning: is ignored: a drop-in ends with .yaml, .yml, .json"
        let warnings = try load("\(folder.path)/app.yaml").warnings.map(\.asWarning.description)
        #expect(
            warnings == ["40.conf", "README"].map { "\(folder.path)/app.d/\($0): \(reason)" }
        )
    }

    @Test func saysWhyAFileCannotBeRead() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let directory = folder.path
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

        try folder.write("name: a\n", to: "app.yaml")
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

    @Test(arguments: ["yaml", "yml", "json", "YML"])
    func everyDropInIsRead(suffix: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("name: a", to: "a.yaml")
        #expect(mkdir(folder.path + "/a.d", 0o755) == 0)
        try folder.write("{ \"name\": \"b\" }", to: "a.d/10.\(suffix)")
        let configuration = try ConfiguredGraph.load(path: folder.path + "/a.yaml").configuration
        #expect(configuration.name == "b")
    }

    @Test func readsNoMoreThanTheLimit() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let directory = folder.path
        let path = "\(directory)/long.yaml"
        try folder.write("", to: "long.yaml")
        #expect(truncate(path, 1 << 40) == 0)
        #expect(
            faults(path).map(\.description)
                == ["\(path): 1099511627776 bytes long; a configuration has at most 1048576"]
        )
    }

    @Test(.timeLimit(.minutes(10)))
    func refusesWhatIsNoRegularFileInsteadOfWaitingForIt() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let directory = folder.path
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
