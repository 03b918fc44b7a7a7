import Foundation
import SlipwayConfiguration
import SlipwayOperations
import SlipwayTestSupport
import Testing

@testable import SlipwayCommand

/// `slipway init`: a configuration to start from, and one made of a unit.
struct InitTests {
    private static let units = Checkout.file("Tests/Fixtures/Units")

    private static var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: units.path()).sorted()
        }
    }

    private func configuration(of unit: String) throws -> String {
        let file = Self.units.appending(path: unit).path()
        let ran = try CapturedOutput.run(["init", "--from-unit", file])
        #expect(ran.exitCode == 0 && ran.errors == "", "\(ran.errors)")
        return ran.output
    }

    private func checked(_ text: String) throws -> ConfiguredGraph {
        try ConfiguredGraph(
            parsing: ConfigurationFile(name: "made.yaml", bytes: Array(text.utf8)),
            environment: [:],
            isEnvironmentKnown: false
        )
    }

    @Test func whatIsWrittenWithoutAUnitIsRight() throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/shop.yaml"
        let ran = try CapturedOutput.run(["init", file])
        #expect(ran.exitCode == 0)
        #expect(ran.errors == "slipway: \(file) is made; next: 'slipway check \(file)'\n")
        let text = try folder.read("shop.yaml")
        #expect(text.hasPrefix("# yaml-language-server: $schema=/"))
        #expect(text.contains("\nname: shop\n"))
        let check = try CapturedOutput.run(["check", file])
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    }

    @Test func aFileThatIsThereIsLeftAsItIs() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("mine", to: "shop.yaml")
        let ran = try CapturedOutput.run(["init", file])
        #expect(ran.exitCode == 1)
        #expect(ran.errors == "slipway: there is a file \(file), which is left as it is\n")
        #expect(try folder.read("shop.yaml") == "mine")
    }

    @Test func everyUnitBecomesAConfigurationThatIsRight() throws {
        let names = try Self.names
        #expect(names.count >= 12)
        for name in names {
            let text = try configuration(of: name)
            do {
                _ = try checked(text)
            } catch {
                Issue.record("\(name): \(error)\n\(text)")
            }
        }
    }

    /// What was in a unit is in its configuration, if only as a comment.
    @Test func nothingOfAUnitIsLost() throws {
        for name in try Self.names where name != "empty.service" {
            let text = try configuration(of: name).replacing("\\", with: "")
            let unit = UnitFile([
                try String(contentsOf: Self.units.appending(path: name), encoding: .utf8)
            ])
            for assignment in unit.assignments
            where assignment.section != "Install" && assignment.key.hasPrefix("Exec")
                && !assignment.value.contains("$MAINPID")
            {
                let words = assignment.value.split(separator: " ").filter { word in
                    word.allSatisfy { $0.isLetter || $0.isNumber || "/.-".contains($0) }
                        && word.count > 3
                }
                for word in words {
                    #expect(text.contains(word.drop { $0 == "-" }), "\(name): \(word)\n\(text)")
                }
            }
        }
    }

    @Test(
        arguments: [
            (
                "chain.service",
                [
                    "  prepare-2:\n    requires: [prepare-1]\n",
                    "    optional: true\n    requires: [prepare-2]\n",
                    "  chain:\n", "    requires: [prepare-2]\n    after: [prepare-3]\n",
                    "      command: [/usr/bin/shop, serve, --port, \"8080\"]\n      ready: notify\n",
                    "    timeout: 1m\n    ended: restart\n    restart: { initial: 2s }\n    watchdog: 10s\n",
                    "    stop: [/usr/bin/shop, drain]\n",
                    "    #   ExecStop=/usr/bin/shop goodbye --pid $MAINPID\n",
                    "deadline: 4m\n", "grace: 30s\n",
                ]
            ),
            (
                "database.service",
                [
                    "x-process: &process\n", "  user: postgres\n  group: postgres\n",
                    "  supplementaryGroups: [ssl-cert]\n", "    PGDATA: /var/lib/database/main\n",
                    "    PGOPTIONS: \"-c search_path=shop,public\"\n", "    LANG: C.UTF-8\n",
                    "  umask: \"0077\"\n",
                    "  oomScoreAdjust: -900\n",
                    "  limits: { nofile: 65536, memlock: \"unlimited\", core: 0 }\n",
                    "  stopSignal: INT\n  killMode: main\n",
                    "      <<: *process\n      user: root\n",
                    "\"2775\", /run/database]\n", "-D, /var/lib/database/main]\n",
                    "    reload: { signal: HUP }\n",
                    "    restart: { when: failure, attempts: 4, within: 10m, initial: 5s }\n",
                    "# TimeoutStartSec=infinity:",
                ]
            ),
            (
                "python-app.service",
                [
                    "    GREETING: \"costs $$5 and 10%\"\n", "    PYTHONUNBUFFERED: \"1\"\n",
                    "    RUNTIME_DIRECTORY: /run/gunicorn\n", "  directories: [/run/gunicorn]\n",
                    "\"unix:/run/gunicorn/app.sock\", app.wsgi]\n", "    optional: true\n",
                    "  started:\n    requires: [python-app]\n", "    reload: { signal: HUP }\n",
                    "#   PrivateTmp=true\n", "#   Requires=python-app.socket\n",
                ]
            ),
            (
                "java.service",
                [
                    "command: [/usr/bin/java, \"${env.JAVA_OPTS}\", \"-Dsearch.home=${env.SEARCH_HOME}\"",
                    "    SEARCH_HOME: /usr/share/search\n",
                    "\"${env.PID_DIR}/search.pid\"]\n", "limits: { nofile: \"65535:131072\"",
                    "# '${env.PID_DIR}' is a variable of the daemon", "    success: [0, 143]\n",
                ]
            ),
            (
                "printer.service",
                [
                    "\"$$NAME $${DATE}\"]\n",
                    "        A: \"2\"\n        B: \"two words\"\n        C: \"with \\\"quotes\\\" and A\"\n",
                    "umask: \"0022\"\n", "    ended: stop\n", "#   Sockets=printer.socket\n",
                ]
            ),
            (
                "vpn.service",
                [
                    "command: [/usr/sbin/vpnd, --config, /etc/vpn/vpn.conf]\n",
                    "limits: { nproc: 10, cpu: 120 }",
                    "# '@': its first argument",
                    "#   ExecStopPost=-/usr/sbin/ip link delete vpn0\n",
                    "      ready: started\n      stopSignal: QUIT\n",
                ]
            ),
            (
                "backup.service",
                [
                    "  prepare-2:\n", "  backup-1:\n", "  backup-2:\n", "\"10 %\"]\n",
                    "    success: [0, 3, 24]\n",
                    "    timeout: 6h\n", "#   ExecCondition=", "#   OnFailure=mail@%n.service\n",
                ]
            ),
            (
                "worker@.service",
                [
                    "name: worker\n", "-/etc/worker/INSTANCE.env]\n", "# systemd fills in '%H'",
                    "# It is a template, where 'INSTANCE'",
                    "\"${env.CREDENTIALS_DIRECTORY}/token\"]\n",
                    "directories: [/var/lib/worker/INSTANCE, /var/cache/worker/INSTANCE]\n",
                    "nice: 10\n",
                    "#   ConditionPathExists=/etc/worker/%i.conf\n",
                ]
            ),
        ] as [(String, [String])]
    )
    func theKeysOfAUnitHaveTheirPlaces(unit: String, lines: [String]) throws {
        let text = try configuration(of: unit)
        for line in lines { #expect(text.contains(line), "\(line)\nis not in\n\(text)") }
    }

    /// The configuration of a unit whose `[Service]` has these lines; it is right.
    private func translated(_ lines: String) throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.write("[Service]\n\(lines)\n", to: "app.service")
        let ran = try CapturedOutput.run(["init", "--from-unit", file])
        #expect(ran.exitCode == 0, "\(ran.errors)")
        _ = try checked(ran.output)
        return ran.output
    }

    @Test func theLinesOfAUnitMayEndAsOnWindows() throws {
        let folder = try TemporaryFolder()
        for name in try Self.names {
            let text = try String(contentsOf: Self.units.appending(path: name), encoding: .utf8)
            let file = try folder.write(text.replacing("\n", with: "\r\n"), to: name)
            let ran = try CapturedOutput.run(["init", "--from-unit", file])
            #expect(ran.exitCode == 0, "\(ran.errors)")
            #expect(ran.output == (try configuration(of: name)))
        }
    }

    @Test(
        arguments: [
            "", "# a comment\n", "name: shop\noperations: {}\n", "#!/bin/sh\nA=1\n",
            "[Socket]\nListenStream=/run/a\n", "[Unit]\nDescription=a\n", "\u{0}\u{1}[Service]",
        ]
    )
    func aFileThatIsNoUnitOfAServiceIsAFault(text: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "app.service")
        let ran = try CapturedOutput.run(["init", "--from-unit", file])
        #expect(ran.exitCode == 1)
        #expect(ran.output == "")
        #expect(
            ran.errors
                == "slipway: \(file) is no unit of a service: it has no section [Service]\n"
        )
    }

    /// The words of a configuration without the line breaks of its comments.
    private func remarks(_ text: String) -> String {
        text.split { $0.isWhitespace }.filter { $0 != "#" }.joined(separator: " ")
    }

    @Test func aRestartAfterSuccessIsNoRestartAfterFailureOnly() throws {
        let text = try translated("ExecStart=/bin/app\nRestart=on-success\nRestartSec=5")
        #expect(text.contains("    ended: restart\n    restart: { initial: 5s }\n"), "\(text)")
        #expect(text.contains("# Restart=on-success: here also after a failure"), "\(text)")
    }

    @Test(
        arguments: [
            ("ExecStop=/bin/kill -QUIT $MAINPID", "QUIT", false),
            ("ExecStop=/bin/kill $MAINPID", nil, false),
            ("ExecStop=/bin/kill -QUIT $MAINPID\nKillSignal=SIGQUIT", "QUIT", false),
            ("ExecStop=/bin/kill -QUIT $MAINPID\nKillSignal=SIGINT", "INT", true),
            ("ExecStop=/bin/kill -RTMIN+3 $MAINPID", nil, true),
            ("ExecStop=/bin/kill -INT $MAINPID\nExecStop=/bin/kill -QUIT $MAINPID", "INT", true),
        ] as [(String, String?, Bool)]
    )
    func theSignalOfAStopIsTranslatedOrQuoted(
        lines: String,
        signal: String?,
        isQuoted: Bool
    ) throws {
        let text = try translated("ExecStart=/bin/app\n\(lines)")
        #expect(text.contains("stopSignal: ") == (signal != nil), "\(text)")
        if let signal { #expect(text.contains("stopSignal: \(signal)\n"), "\(text)") }
        #expect(text.contains("#   ExecStop=/bin/kill") == isQuoted, "\(text)")
    }

    @Test(
        arguments: [
            (
                "RuntimeDirectory=app\nRuntimeDirectoryMode=2775",
                "RuntimeDirectoryMode=2775: permissions are 0000 to 0777 here."
            ),
            ("UMask=rwx", "UMask=rwx: permissions are 0000 to 0777 here."),
            ("Nice=30", "Nice=30: here -20 to 19."),
            ("OOMScoreAdjust=much", "OOMScoreAdjust=much: here -1000 to 1000."),
            ("Environment=\"A=1", "A quote is not closed in: Environment=\"A=1"),
            ("Environment=A", "It sets no variable: Environment=A"),
        ]
    )
    func whatIsNotTakenIsARemark(lines: String, remark: String) throws {
        let text = try translated("ExecStart=/bin/app\n\(lines)")
        #expect(remarks(text).contains(remark), "\(text)")
    }

    @Test func processesShareNoMappingThatHasOnlyComments() throws {
        let text = try translated("ExecStartPre=/bin/first\nExecStart=/bin/app\nNice=30")
        #expect(!text.contains("*process"), "\(text)")
    }

    @Test func aCommandWithPlusIsRoots() throws {
        let users = "User=app\nGroup=shop\nSupplementaryGroups=ssl"
        let only = try translated("\(users)\nNice=1\nExecStart=+/bin/app")
        #expect(
            only.contains("      nice: 1\n      user: root\n      group: root\n      command:"),
            "\(only)"
        )
        #expect(!only.contains("user: app") && !only.contains("ssl"), "\(only)")
        let several = try translated("\(users)\nExecStartPre=+/bin/first\nExecStart=/bin/app")
        #expect(
            several.contains(
                """
                      <<: *process
                      user: root
                      group: root
                      supplementaryGroups: [root]
                      command: [/bin/first]

                """
            ),
            "\(several)"
        )
        #expect(several.contains("      <<: *process\n      command: [/bin/app]\n"), "\(several)")
    }

    @Test func aLimitThatIsGivenTwiceIsOne() throws {
        let text = try translated("ExecStart=/bin/app\nLimitNOFILE=99\nLimitNOFILE=99")
        #expect(text.contains("limits: { nofile: 99 }\n"), "\(text)")
    }

    @Test func aVariableThatAFileMaySetIsNotFilledIn() throws {
        let lines = "Environment=OPTS=-v HOST=here\nExecStart=/bin/app $OPTS --host ${HOST}"
        let plain = try translated(lines)
        #expect(plain.contains("command: [/bin/app, -v, --host, here]\n"), "\(plain)")
        let text = try translated("\(lines)\nEnvironmentFile=-/etc/default/app")
        #expect(
            text.contains("command: [/bin/app, \"${env.OPTS}\", --host, \"${env.HOST}\"]\n"),
            "\(text)"
        )
        #expect(
            remarks(text).contains(
                "'${env.HOST}' is a variable of the daemon: the unit has 'here' unless /etc/default/app sets it."
            ),
            "\(text)"
        )
    }

    @Test func anInstanceAndItsDropInsAreFoundByName() throws {
        let folder = try TemporaryFolder()
        for name in ["etc", "lib", "lib/web@.service.d", "etc/web@blue.service.d"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(name)",
                withIntermediateDirectories: true
            )
        }
        try folder.write("[Service]\nExecStart=/bin/web %i\nNice=1\n", to: "lib/web@.service")
        try folder.write("[Service]\nNice=2\n", to: "lib/web@.service.d/10.conf")
        try folder.write(
            "[Service]\nExecStart=\nExecStart=/bin/other %I\n",
            to: "etc/web@blue.service.d/20.conf"
        )
        let search = UnitSearch(folders: ["\(folder.path)/etc", "\(folder.path)/lib"])
        let found = try search.find("web@blue-green")
        #expect(found.file.values("ExecStart") == ["/bin/web %i"])
        let blue = try search.find("web@blue.service")
        #expect(blue.file.values("ExecStart") == ["/bin/other %I"])
        #expect(blue.file.value("Nice") == "2")
        #expect(
            UnitText(name: found.name).translate("%I and %i", fillsIn: false).text
                == "blue/green and blue-green"
        )
        #expect(throws: CommandFailure.self) { try search.find("nothing") }
    }

    @Test(
        arguments: [
            ("a  b", ["a", "b"]), ("'a b' \"c d\"", ["a b", "c d"]),
            ("a\\x20b \\t", ["a b", "\t"]),
            ("x\"y z\"", ["xy z"]), ("''", [""]), ("\"open", nil), ("", []),
        ] as [(String, [String]?)]
    )
    func wordsArePartedAsSystemdDoes(text: String, words: [String]?) {
        #expect(UnitWords.split(text) == words)
    }

    @Test(
        arguments: [
            ("15min", Duration.seconds(900)), ("1min 30s", .seconds(90)),
            ("500ms", .milliseconds(500)),
            ("1h 2min 3s", .seconds(3723)), ("1.5s", .milliseconds(1500)), ("0", .zero),
            ("90", .seconds(90)),
            ("1h30m", .seconds(5400)), ("2 weeks", .seconds(1_209_600)), ("soon", nil), ("", nil),
            ("infinity", nil),
        ] as [(String, Duration?)]
    )
    func aTimeSpanIsReadAsSystemdWritesIt(text: String, duration: Duration?) {
        #expect(SystemdTime.span(text) == duration)
    }
}
