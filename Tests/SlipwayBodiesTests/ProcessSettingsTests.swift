import Foundation
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// The user, the limits and the variables of a process.
@Suite(.timeLimit(.minutes(5)))
struct ProcessSettingsTests {
    static let isRoot = geteuid() == 0

    /// What a script says that runs with settings.
    private func lines(
        of script: String,
        _ environment: [String: String] = [:],
        _ set: (inout ProcessSettings) -> Void
    ) async throws -> [String] {
        guard case .exec(var exec) = BodySpecification.shell(script, output: .lines) else {
            return []
        }
        set(&exec.settings)
        let lines = try await BodyRunner.quiet(environment).run(.exec(exec))
        return lines.arrayValue?.compactMap(\.stringValue) ?? []
    }

    @Test(.enabled(if: isRoot, "only root becomes another user"))
    func aProcessRunsAsTheUserThatItNames() async throws {
        let script = "id -un; id -gn; id -Gn; echo $HOME $USER $LOGNAME $SHELL"
        let said = try await lines(of: script) { $0.user = "nobody" }
        #expect(said.prefix(3) == ["nobody", "nogroup", "nogroup"])
        #expect(said.last == "/nonexistent nobody nobody /usr/sbin/nologin")
        let numbers = try await lines(of: "id -u; id -g; id -G; echo $USER") { settings in
            settings.user = "12345"
            settings.group = "54321"
            settings.supplementaryGroups = ["7", "daemon"]
        }
        #expect(numbers == ["12345", "54321", "54321 1 7", ""])
        let group = try await lines(of: "id -u; id -g") { $0.group = "daemon" }
        #expect(group == ["0", "1"])
    }

    /// Of a number without an entry nothing else is known; what the daemon has is about another user.
    @Test(
        .enabled(if: isRoot, "only root becomes another user"),
        arguments: [
            ("54321", "- - - -"), ("0", "/root root root /bin/bash"),
            ("nobody", "/nonexistent nobody nobody /usr/sbin/nologin"),
        ]
    )
    func aProcessHasNoVariablesOfAnotherUser(user: String, said: String) async throws {
        let ofDaemon = ["HOME": "/daemon", "USER": "d", "LOGNAME": "d", "SHELL": "/bin/d"]
        let script = "echo ${HOME--} ${USER--} ${LOGNAME--} ${SHELL--}; echo $KEPT"
        let lines = try await lines(of: script, ofDaemon.merging(["KEPT": "yes"]) { $1 }) {
            $0.user = user
        }
        #expect(lines == [said, "yes"])
    }

    @Test(.enabled(if: isRoot, "only root becomes another user"))
    func aProcessThatChangesItsGroupAloneKeepsTheVariablesOfItsUser() async throws {
        let lines = try await lines(of: "echo $HOME", ["HOME": "/daemon"]) { $0.group = "daemon" }
        #expect(lines == ["/daemon"])
    }

    /// The kernel forgets the signal with a change of the user.
    @Test(.enabled(if: isRoot, "only root becomes another user"))
    func aProcessOfAnotherUserDiesWithTheDaemonToo() async throws {
        let signal = """
            import ctypes
            number = ctypes.c_int()
            ctypes.CDLL(None).prctl(2, ctypes.byref(number))
            print(number.value)
            """
        let script = "exec /usr/bin/python3 -c '\(signal)'"
        let said = try await lines(of: script) { $0.user = "nobody" }
        #expect(said == ["\(SIGKILL)"])
        #expect(geteuid() == 0)
    }

    @Test(.enabled(if: isRoot, "only root becomes another user"))
    func itCanOpenItsOwnInputAndOutput() async throws {
        guard
            case .exec(var exec) = BodySpecification.shell(
                "cat /dev/stdin >/dev/stdout",
                output: .lines
            )
        else { return }
        exec.stdin = Template(literal: "one")
        exec.settings.user = "nobody"
        #expect(try await BodyRunner.quiet().run(.exec(exec)).compact == #"["one"]"#)
    }

    /// The shell's loader then finds no descriptor left, which shows that the shell was begun.
    @Test func aLimitOfDescriptorsLeavesOneForTheScore() async throws {
        let error = await #expect(throws: ExecError.self) {
            try await lines(of: "true") {
                $0.oomScoreAdjust = 500
                $0.limits.limits = [.nofile: .init(soft: 3, hard: 3)]
            }
        }
        #expect(error.map { "\($0)".contains("exited with 127: ") } == true)
    }

    @Test func theKernelGetsWhatItIsTold() async throws {
        let script = """
            umask; nice; ulimit -Sn; ulimit -Hn; ulimit -c; cat /proc/self/oom_score_adj
            grep NoNewPrivs /proc/self/status | tr -d '\\t'
            """
        let said = try await lines(of: script) { settings in
            settings.umask = 0o027
            settings.nice = 7
            settings.oomScoreAdjust = 1000
            settings.hasNoNewPrivileges = true
            settings.limits.limits = [
                .nofile: .init(soft: 100, hard: 200), .core: .init(soft: 0, hard: 0),
            ]
        }
        #expect(said == ["0027", "7", "100", "200", "0", "1000", "NoNewPrivs:1"])
    }

    @Test func aClearedEnvironmentHasOnlyWhatWasSet() async throws {
        let said = try await lines(
            of: "env | grep -v '^\\(_\\|PWD\\|SHLVL\\)=' | sort",
            ["SECRET": "1"]
        ) {
            $0.hasClearEnvironment = true
        }
        #expect(
            said == [
                "LAUNCH_ID=", "LAUNCH_OPERATION=step",
                "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            ]
        )
    }

    @Test(.enabled(if: isRoot, "only root gives directories to others"))
    func directoriesAreMadeAndAreItsUsers() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/run/shop"
        func run(_ other: String? = nil) async throws -> [String] {
            try await lines(of: "stat -c '%U %G %a' \(path) \(folder.path)/run") { settings in
                settings.user = "nobody"
                var made = FolderSpecification(path: Template(literal: other ?? path))
                made.mode = 0o2750 & 0o777
                settings.folders = [made]
            }
        }
        #expect(chmod(folder.path, 0o755) == 0)
        #expect(try await run() == ["nobody nogroup 750", "root root 755"])
        // It is there, with other rights.
        #expect(chmod(path, 0o777) == 0 && chown(path, 0, 0) == 0)
        #expect(try await run() == ["nobody nogroup 750", "root root 755"])
        try FileManager.default.removeItem(atPath: path)
        func refusal(_ other: String? = nil) async -> String? {
            await #expect(throws: (any Error).self) { try await run(other) }.map { "\($0)" }
        }
        // A link to an empty folder is followed, as that of a state folder is.
        let other = "\(folder.path)/other"
        #expect(mkdir(other, 0o755) == 0 && symlink(other, path) == 0)
        _ = try await run()
        #expect(
            try FileManager.default.attributesOfItem(atPath: other)[.posixPermissions] as? Int
                == 0o750
        )
        #expect(unlink(path) == 0 && symlink("/etc", path) == 0)
        let words =
            "cannot run '/bin/sh': owner and permissions of directory '\(path)' are not set: the "
            + "directory is not empty, and "
        let advice = "set them once by hand"
        #expect(await refusal() == "\(words)a link leads to it; \(advice)")
        // A user moves a folder of root's into one of its own.
        #expect(unlink(path) == 0 && mkdir(path, 0o700) == 0)
        try Data().write(to: URL(fileURLWithPath: "\(path)/secret"))
        #expect(chown("\(folder.path)/run", 65534, 65534) == 0)
        #expect(
            await refusal()
                == "\(words)another user could have put it there; \(advice)"
        )
        // Or one above it.
        let moved = "\(path)/moved"
        #expect(mkdir(moved, 0o755) == 0 && mkdir("\(moved)/kept", 0o700) == 0)
        try Data().write(to: URL(fileURLWithPath: "\(moved)/kept/secret"))
        #expect(
            await refusal("\(moved)/kept")?.contains("another user could have put it there") == true
        )
        #expect(chown(path, 65534, 0) == 0)
        #expect(try await run().first == "nobody nogroup 750")
    }

    @Test(
        arguments: [
            ("user", "no user is named 'nowhere-man'"),
            ("group", "no group is named 'nowhere-man'"),
        ]
    )
    func whoIsUnknownIsNamed(key: String, words: String) async throws {
        let error = await #expect(throws: (any Error).self) {
            try await lines(of: "id") { settings in
                if key == "user" {
                    settings.user = "nowhere-man"
                } else {
                    settings.group = "nowhere-man"
                }
            }
        }
        #expect(error.map { "\($0)" } == "cannot run '/bin/sh': \(words)")
    }

    @Test(arguments: [SignalWord.int, .usr1, .hup])
    func aCancelledProcessGetsTheSignalThatItNames(signal: SignalWord) async throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/said"
        let script = """
            trap 'echo \(signal.rawValue) >\(file); exit' \(signal.rawValue); echo begun >\(file)
            while :; do sleep 0.02; done
            """
        guard case .exec(var exec) = BodySpecification.shell(script) else { return }
        exec.settings.stopSignal = signal
        let body = BodySpecification.exec(exec)
        let run = Task { try await BodyRunner.quiet().run(body) }
        try await eventually("it runs") { (try? folder.read("said")) == "begun\n" }
        run.cancel()
        _ = await run.result
        #expect(try folder.read("said") == "\(signal.rawValue)\n")
    }

    /// With `main` the shell would end its child itself.
    @Test(arguments: [ProcessSettings.KillMode.main, .tree])
    func eitherTheMainProcessIsAskedOrAllAtOnce(mode: ProcessSettings.KillMode) async throws {
        let folder = try TemporaryFolder()
        let script = """
            (trap 'echo child >>\(folder.path)/said; exit' TERM; echo >\(folder.path)/begun
            while :; do sleep 0.02; done) &
            trap 'sleep 0.3; echo main >>\(folder.path)/said; exit' TERM
            while :; do sleep 0.02; done
            """
        guard case .exec(var exec) = BodySpecification.shell(script) else { return }
        exec.settings.killMode = mode
        let body = BodySpecification.exec(exec)
        let run = Task { try await BodyRunner.quiet().run(body) }
        try await eventually("it runs") { (try? folder.read("begun")) != nil }
        run.cancel()
        _ = await run.result
        let said = try folder.read("said").split(separator: "\n")
        #expect(said == (mode == .main ? ["main", "child"] : ["child", "main"]))
    }

    @Test func itsGraceIsShorterThanThatOfTheFile() async throws {
        let folder = try TemporaryFolder()
        let script = "trap '' TERM; echo >\(folder.path)/begun; while :; do sleep 0.02; done"
        guard case .exec(var exec) = BodySpecification.shell(script) else { return }
        exec.settings.grace = .milliseconds(50)
        let body = BodySpecification.exec(exec)
        let run = Task { try await BodyRunner.quiet().run(body) }
        try await eventually("it runs") { (try? folder.read("begun")) != nil }
        run.cancel()
        let error = await #expect(throws: (any Error).self) { try await run.value }
        let words = "'/bin/sh' was killed: it did not end within 50ms of SIGTERM"
        #expect(error.map { "\($0)" } == words)
    }
}
