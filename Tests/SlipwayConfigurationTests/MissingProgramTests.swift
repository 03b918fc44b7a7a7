import SlipwayConfiguration
import SlipwayOperations
import SlipwayTestSupport
import Testing

/// The search for programs is the same as when they are run.
struct MissingProgramTests {
    private static let there: Set = ["/usr/bin/tool", "/opt/tool", "/opt/bin/other"]

    @Test(
        arguments: [
            ("[/usr/bin/tool]", nil),
            ("[/usr/bin/absent]", "/usr/bin/absent"),
            ("[tool]", nil),
            ("[other]", "other"),
            ("{ command: [other], environment: { PATH: /opt/bin } }", nil),
            ("{ command: [tool], environment: { PATH: '/nowhere:.:opt' } }", "tool"),
            // The values that systemd sets are not known yet.
            ("{ command: [absent], environment: { PATH: '${env.HOME}/bin' } }", nil),
            // A file may set the PATH, which is known once it is read.
            ("{ command: [absent], environmentFiles: [/etc/a.env] }", nil),
            ("{ command: [/absent], environmentFiles: [/etc/a.env] }", "/absent"),
            ("['${env.PREFIX}/tool']", nil),
            ("['${env.PREFIX}/absent']", "/opt/absent"),
            ("['${env.HOME}/absent']", nil),
        ]
    )
    func aProgramThatIsNotThereIsAWarning(exec: String, missing: String?) throws {
        let yaml = """
            name: test
            operations: { a: { exec: { command: [/usr/bin/tool], output: text } } }
            actions: { x: { requires: [a], exec: \(exec) } }
            """
        let file = ConfigurationFile(name: "test.yaml", bytes: Array(yaml.utf8))
        let configuration = try ConfiguredGraph(parsing: file).configuration
        let warnings = configuration.missingPrograms(
            in: ["PATH": "/usr/bin:opt/bin", "PREFIX": "/opt", "HOME": ""],
            withoutValue: ["HOME"],
            isProgram: Self.there.contains
        )
        let words = missing.map { "there is no program '\($0)' here that can be run" }
        #expect(warnings.map(\.reason) == (words.map { [$0] } ?? []))
        #expect(warnings.allSatisfy { $0.key == "actions.x" })
    }

    @Test func whatIsThereAndIsNoProgramIsSaid() throws {
        let folder = try TemporaryFolder()
        let text = try folder.write("", to: "text", mode: 0o644)
        for (path, reason) in [
            (text, "the file is not executable: 'chmod +x' makes it so"),
            (folder.path, "that is a directory"),
        ] {
            let warnings = try read(operation("exec: [\(path)]")).missingPrograms(in: [:])
            #expect(
                warnings.map(\.reason)
                    == ["there is no program '\(path)' here that can be run; \(reason)"]
            )
        }
    }

    @Test func aFolderIsNoProgram() throws {
        let folder = try TemporaryFolder()
        let script = try folder.write("#!/bin/sh\n", to: "script", mode: 0o755)
        let text = try folder.write("", to: "text", mode: 0o644)
        #expect(isRunnable(script))
        #expect(!isRunnable(text))
        #expect(!isRunnable(folder.path))
    }
}
