import Foundation
import SlipwayConfiguration
import SlipwayTestSupport
import Testing

@testable import SlipwayCommand

/// The words of a check about the unit that is to run the daemon.
extension CheckResultTests {
    @Test func whatTheUserOfTheUnitMayNotReadIsAWarning() throws {
        let folder = try TemporaryFolder()
        #expect(chmod(folder.path, 0o755) == 0)
        for name in ["a.d", "closed"] { #expect(mkdir("\(folder.path)/\(name)", 0o755) == 0) }
        let path = try folder.write(
            """
            name: a
            operations:
              a:
                exec:
                  command: [/bin/true]
                  environmentFiles: [\(folder.path)/secrets]
                  directory: \(folder.path)/closed
            """,
            to: "a.yaml"
        )
        let dropIn = try folder.write("grace: 1s", to: "a.d/b.yaml")
        let secrets = try folder.write("KEY=1", to: "secrets")
        for file in [path, dropIn, secrets] { #expect(chmod(file, 0o600) == 0) }
        #expect(chmod("\(folder.path)/a.d", 0o755) == 0)
        #expect(chmod("\(folder.path)/closed", 0o700) == 0)
        func warnings(_ command: String, user: String = "nobody") throws -> [String] {
            let text = """
                LoadState=loaded
                TimeoutStartUSec=infinity
                TimeoutStopUSec=infinity
                User=\(user)
                ExecStart={ path=/usr/bin/slipwayd ; argv[]=/usr/bin/slipwayd --config \(command) ; pid=0 }
                """
            let limits = try UnitLimits("a.service", properties: text)
            let result = CheckResult(
                path: path,
                environment: nil,
                here: [:],
                unit: (name: "a.service", limits: limits)
            )
            return result.warnings.map { "\($0.key): \($0.reason)" }.filter {
                $0.contains("may not")
            }
        }
        let unit = "unit 'a.service' may not"
        let found = try warnings(path)
        #expect(found.count == 4)
        for file in [path, dropIn] {
            #expect(
                found.contains {
                    $0.hasPrefix(": \(unit) read it: the mode of '\(file)' is 0600; ")
                }
            )
        }
        #expect(
            found.contains {
                $0.hasPrefix(
                    "operations.a.exec.environmentFiles: \(unit) read '\(secrets)': the mode of '\(secrets)' is 0600"
                )
            }
        )
        #expect(
            found.contains(
                "operations.a.exec.directory: \(unit) enter '\(folder.path)/closed': the mode of "
                    + "'\(folder.path)/closed' is 0700; 'chmod o+x \(folder.path)/closed' allows it"
            )
        )
        // It reads another file, whose mode that one may not have.
        #expect(try warnings("/etc/slipway/a.yaml").count == 2)
        #expect(try warnings(path, user: "root").isEmpty)
        #expect(try warnings(path, user: "nobody-knows").isEmpty)
    }

    /// What `check` says about a configuration and a unit that has these properties and files.
    private func lines(
        _ folder: TemporaryFolder,
        _ text: String,
        _ properties: String,
        _ surroundings: UnitLimits.Surroundings = .init()
    ) throws -> [String] {
        let user = properties.contains("User=") ? "" : "User=a\nDynamicUser=yes\n"
        let limits = try UnitLimits(
            "a.service",
            properties: "LoadState=loaded\nTimeoutStartUSec=infinity\nTimeoutStopUSec=infinity\n"
                + user + properties,
            in: surroundings
        )
        let result = CheckResult(
            path: try folder.write(text, to: "a.yaml"),
            environment: nil,
            here: ["PATH": "/usr/bin:/bin"],
            unit: (name: "a.service", limits: limits)
        )
        return result.lines.map { $0.replacing(folder.path + "/a.yaml", with: "a.yaml") }
    }

    @Test func theVariablesOfAUnitAreKnown() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("FROM_FILE=1\n", to: "a.env")
        let properties = """
            Environment=HOME=/var/lib/a "TWO=b c" PRICE=\\$5
            EnvironmentFiles=\(file) (ignore_errors=no)
            EnvironmentFiles=\(folder.path)/absent.env (ignore_errors=yes)
            UnsetEnvironment=GONE
            StateDirectory=a
            CacheDirectory=
            """
        func check(_ name: String, _ properties: String) throws -> [String] {
            try lines(
                folder,
                "name: a\noperations: { a: { exec: [/bin/echo, '${env.\(name)}'] } }",
                properties,
                .init(variables: "OF_MANAGER=1\nGONE=1\n")
            )
        }
        for name in ["HOME", "TWO", "PRICE", "FROM_FILE", "STATE_DIRECTORY", "OF_MANAGER"] {
            #expect(try check(name, properties) == ["a.yaml: ok, 1 operation, 0 actions"])
        }
        for name in ["OTHER", "GONE", "CACHE_DIRECTORY"] {
            let lines = try check(name, properties)
            #expect(
                lines.count == 1
                    && lines[0].hasPrefix(
                        "a.yaml:2:39: operations.a.exec[1]: '\(name)' is not set in the daemon's environment"
                    ),
                "\(lines)"
            )
        }
        // A folder cannot be read as a file, by root either.
        let unread = properties + "\nEnvironmentFiles=\(folder.path) (ignore_errors=no)"
        #expect(
            try check("OTHER", unread) == [
                "a.yaml:2:39: operations.a.exec[1]: warning: 'OTHER' is not set in what is known of the "
                    + "unit's variables: '\(folder.path)' cannot be read: Is a directory (EISDIR)",
                "a.yaml: ok, 1 operation, 0 actions",
            ]
        )
        let absent = properties + "\nEnvironmentFiles=/nowhere/a.env (ignore_errors=no)"
        #expect(
            try check("HOME", absent) == [
                "a.yaml: warning: unit 'a.service' cannot start: it has EnvironmentFile=/nowhere/a.env, which "
                    + "is not there: make it, or write '-' before it",
                "a.yaml: ok, 1 operation, 0 actions",
            ]
        )
    }

    @Test func theCredentialsOfAUnitAreKnown() throws {
        let folder = try TemporaryFolder()
        let token = try folder.write("secret", to: "token")
        func check(_ name: String, _ files: String) throws -> [String] {
            try lines(
                folder,
                "name: a\noperations: { a: { exec: { command: [/bin/cat], stdin: '${credential.\(name)}' } } }",
                "Environment=\n",
                .init(files: "[Service]\n\(files)")
            )
        }
        let files = """
            LoadCredential=gone:/nowhere
            LoadCredential=
            LoadCredential=token-%N:\(token)
            LoadCredential=all:\(folder.path)
            LoadCredentialEncrypted=sealed
            SetCredential=set:text
            ImportCredential=shop.*
            """
        for name in ["token-a", "all_x", "sealed", "set", "shop.key"] {
            #expect(try check(name, files) == ["a.yaml: ok, 1 operation, 0 actions"])
        }
        #expect(
            try check("gone", files) == [
                "a.yaml:2:57: operations.a.exec.stdin: 'gone' is no credential of unit 'a.service'; give that "
                    + "LoadCredential=gone:/PATH"
            ]
        )
        #expect(
            try check("gone", "LoadCredential=gone:/nowhere") == [
                "a.yaml: warning: unit 'a.service' cannot start: it has LoadCredential=gone:/nowhere, which "
                    + "is not there: make it",
                "a.yaml: ok, 1 operation, 0 actions",
            ]
        )
    }

    @Test func whatAUnitCannotWriteIsAWarning() throws {
        let folder = try TemporaryFolder()
        let open = "\(folder.path)/open"
        #expect(mkdir(open, 0o755) == 0)
        #expect(chmod(open, 0o1777) == 0)
        let properties = """
            ProtectSystem=strict
            ProtectHome=yes
            PrivateTmp=no
            ReadWritePaths=\(open) -/nowhere
            StateDirectory=slipway/a
            RuntimeDirectory=slipway-run/a
            InaccessiblePaths=\(open)/closed
            """
        func check(_ path: String, _ properties: String, _ body: String) throws -> [String] {
            let text = body.replacing("PATH", with: path)
            return try lines(folder, "name: a\noperations: { a: { \(text) } }", properties)
                .dropLast().map { $0.replacing(folder.path, with: "FOLDER") }
        }
        let write = "write: { path: PATH, content: x }"
        let make = "exec: { command: [/bin/true], directories: [PATH] }"
        for path in [
            "\(open)/file", "/var/lib/slipway/a/file", "/run/slipway-run/a/x", "/dev/shm/x",
        ] {
            #expect(try check(path, properties, write) == [])
            #expect(try check(path, properties, make) == [])
        }
        // It is there already.
        #expect(try check("/usr", properties, make) == [])
        #expect(try check("/usr/x", "ProtectSystem=no\nUser=root\n", write) == [])
        let other = "choose a folder of the unit's own, such as that of StateDirectory="
        let edit = "'systemctl edit a.service' with '[Service]' and 'ReadWritePaths="
        #expect(
            try check("\(folder.path)/file", properties, write) == [
                "a.yaml:2:15: operations.a.write.path: warning: unit 'a.service' cannot make 'FOLDER/file': "
                    + "ProtectSystem=strict of the unit forbids it; \(edit)FOLDER', or \(other)"
            ]
        )
        #expect(
            try check("/nowhere-else/a/b", properties, make) == [
                "a.yaml:2:15: operations.a.exec.directories: warning: unit 'a.service' cannot make "
                    + "'/nowhere-else/a/b': ProtectSystem=strict of the unit forbids it; make "
                    + "'/nowhere-else', and \(edit)/nowhere-else', or \(other)"
            ]
        )
        #expect(
            try check("\(open)/closed/x", properties, write) == [
                "a.yaml:2:15: operations.a.write.path: warning: unit 'a.service' cannot make "
                    + "'FOLDER/open/closed/x': InaccessiblePaths= of the unit forbids it; \(other)"
            ]
        )
        // The sandbox lets it, and the permissions do not.
        #expect(chmod(open, 0o755) == 0)
        #expect(
            try check("\(open)/x", properties + "\nUser=a\nDynamicUser=yes\nEnvironment=", write)
                == [
                    "a.yaml:2:15: operations.a.write.path: warning: unit 'a.service' cannot make 'FOLDER/open/x': "
                        + "folder 'FOLDER/open' has mode 0755, and is not its user's; \(other)"
                ]
        )
        #expect(
            try check("\(open)/x", properties + "\nReadWritePaths=/nowhere/a", write).first
                == "a.yaml: warning: unit 'a.service' cannot start: it has ReadWritePaths=/nowhere/a, which is "
                + "not there: make it, or write '-' before it"
        )
    }

    @Test func whatRunsAsRootBecauseTheUnitDoesIsAWarning() throws {
        let folder = try TemporaryFolder()
        func check(_ properties: String, _ defaults: String = "") throws -> [String] {
            try lines(
                folder,
                "name: a\n\(defaults)actions: { act: { exec: [/bin/true] } }",
                "Environment=\nCapabilityBoundingSet=cap_setuid cap_setgid cap_kill\n" + properties
            )
        }
        let fine = ["a.yaml: ok, 0 operations, 1 action"]
        #expect(
            try check("User=root\nDynamicUser=no\n") == [
                "a.yaml:2:12: actions.act.exec.user: warning: is not set, and unit 'a.service' is root: it runs as "
                    + "root, for everyone who may send the action; name a user here or in 'defaults', or write "
                    + "root if that is meant"
            ] + fine
        )
        #expect(try check("User=root\n", "defaults: { user: nobody }\n") == fine)
        #expect(try check("User=a\nDynamicUser=yes\n") == fine)
    }
}
