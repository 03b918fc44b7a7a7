import Slipway
import SlipwayConfiguration
import SlipwayOperations
import SlipwaySystem
import Testing

/// The keys of `exec` that say how the kernel treats a process.
struct ProcessSettingsTests {
    @Test func readsEveryKey() throws {
        let lines = """
            exec:
              command: [/bin/a]
              user: web
              group: 33
              supplementaryGroups: [ssl-cert, 7]
              umask: "0027"
              nice: -5
              limits: { nofile: "1K:4K", core: 0, memlock: unlimited, as: 2G }
              oomScoreAdjust: -900
              noNewPrivileges: true
              clearEnvironment: true
              directories: [/run/a, { path: "${env.RUN}/b", mode: "0750" }]
              stopSignal: INT
              killMode: tree
              grace: 2s
            """
        guard case .exec(let exec) = try read(operation(lines)).operations[0].body else { return }
        let settings = exec.settings
        #expect(settings.user == "web" && settings.group == "33")
        #expect(settings.supplementaryGroups == ["ssl-cert", "7"])
        #expect(settings.umask == 0o27 && settings.nice == -5 && settings.oomScoreAdjust == -900)
        #expect(settings.hasNoNewPrivileges && settings.hasClearEnvironment)
        #expect(
            settings.limits.limits == [
                .nofile: .init(soft: 1024, hard: 4096), .core: .init(soft: 0, hard: 0),
                .memlock: .init(soft: .max, hard: .max),
                .addressSpace: .init(soft: 2 << 30, hard: 2 << 30),
            ]
        )
        #expect(settings.folders.map(\.path) == ["/run/a", "${env.RUN}/b"])
        #expect(settings.folders.map(\.mode) == [0o755, 0o750])
        #expect(settings.stopSignal == .int && settings.killMode == .tree)
        #expect(settings.grace == .seconds(2))
    }

    @Test(
        arguments: [
            (
                "user: \"a b\"",
                "user: found 'a b'; expected a name or a number, without blanks, ':' and '/'"
            ),
            ("nice: 20", "nice: found '20'; expected a whole number from -20 to 19"),
            (
                "limits: { nofile: many }",
                "limits.nofile: found 'many'; expected a number, 'unlimited', or two of them as "
                    + "SOFT:HARD, such as 1024:4096"
            ),
            (
                "limits: { nofile: 20:10 }",
                "limits.nofile: found '20:10'; expected a soft limit that is not above the hard one"
            ),
            ("directories: [run]", "directories[0]: found 'run'; expected an absolute path"),
            (
                "stopSignal: STOP",
                "stopSignal: found 'STOP'; expected TERM, INT, QUIT, HUP, USR1, USR2, WINCH or KILL"
            ),
        ]
    )
    func saysWhatIsWrong(key: String, words: String) {
        let found = faults(operation("exec: { command: [/bin/a], \(key) }"))
        #expect(
            found.count == 1 && found.first?.hasSuffix(": operations.x.exec.\(words)") == true,
            "\(found)"
        )
    }

    @Test(
        arguments: [
            ("user: web", Privilege.changeUser, "user", "CAP_SETUID, CAP_SETGID, CAP_KILL"),
            (
                "supplementaryGroups: []", .changeUser, "supplementaryGroups",
                "CAP_SETUID, CAP_SETGID, CAP_KILL"
            ),
            ("nice: -1", .raisePriority, "nice", "CAP_SYS_NICE"),
            ("oomScoreAdjust: -1", .exceedLimits, "oomScoreAdjust", "CAP_SYS_RESOURCE"),
        ]
    )
    func whatTakesARightOfRootIsAFaultWithoutIt(
        keys: String,
        privilege: Privilege,
        key: String,
        needed: String
    ) throws {
        let configuration = try read(operation("exec: { command: [/bin/a], \(keys) }"))
        let faults = configuration.faults(
            with: Set(Privilege.allCases).subtracting([privilege]),
            of: "it"
        )
        #expect(
            faults.map(\.description) == [
                "test.yaml:3:3: operations.x.exec.\(key): takes a right that it has not (\(needed)); let it "
                    + "run as root, or remove the key"
            ]
        )
        #expect(configuration.faults(with: [privilege], of: "it").isEmpty)
    }

    @Test func aHardLimitAboveThatOfItsParentIsAFaultWithoutTheRightToIt() throws {
        let configuration = try read(
            operation(
                "exec: { command: [/bin/a], limits: { nofile: 4096, core: 0, stack: unlimited } }"
            )
        )
        let own = HardLimits(limits: [.nofile: 1024, .core: 0])
        #expect(
            configuration.faults(with: [], own, of: "it").map(\.description) == [
                "test.yaml:3:3: operations.x.exec.limits.nofile: the hard limit is above the one that it has "
                    + "(1024), and raising that takes CAP_SYS_RESOURCE; write at most 1024, or give the unit "
                    + "LimitNOFILE="
            ]
        )
        #expect(configuration.faults(with: [.exceedLimits], own, of: "it").isEmpty)
        let enough = HardLimits(limits: [.nofile: 4096, .stack: .max])
        #expect(configuration.faults(with: [], enough, of: "it").isEmpty)
        #expect(HardLimits.own.limits.count == LimitsSpecification.Resource.allCases.count)
    }

    @Test func aUsualConfigurationTakesNoRightOfRoot() throws {
        let configuration = try read(
            operation(
                "exec: { command: [/bin/a], nice: 5, umask: \"0077\", directories: [/run/a] }"
            )
        )
        #expect(configuration.faults(with: [], of: "it").isEmpty)
    }
}
