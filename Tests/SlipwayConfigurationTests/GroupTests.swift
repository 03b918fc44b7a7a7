import Slipway
import SlipwayConfiguration
import SlipwayJSON
import SlipwayOperations
import Testing

/// Body `group`: operations in operations.
struct GroupTests {
    private let text = """
        name: test
        operations:
          sdk: { exec: [sdk] }
          login:
            requires: [sdk]
            after: [other]
            locks: [session]
            priority: high
            optional: true
            timeout: 9s
            when: { env: LOGIN }
            group:
              failFast: false
              value: session
              operations:
                token: { exec: { command: [token], output: json } }
                session:
                  group:
                    value: user
                    operations:
                      user:
                        exec: { command: [user, "${operations.token.value.key}"], output: json }
          other: { exec: [other] }
        """

    @Test func readsEveryKeyOfAGroup() throws {
        let login = try read(text).operations[1]
        #expect(login.requires.map(\.name) == ["sdk"])
        #expect(login.after.map(\.name) == ["other"])
        #expect(login.locks == ["session"])
        #expect(login.priority == .high)
        #expect(login.isOptional)
        #expect(login.timeout == .seconds(9))
        #expect(login.condition == .environment("LOGIN", equals: nil))
        guard case .group(let group) = login.body else {
            Issue.record("it is no group")
            return
        }
        #expect(!group.failsFast)
        #expect(group.value == "session")
        #expect(group.operations.map(\.name) == ["token", "session"])
        #expect(group.operations[1].children?.map(\.name) == ["user"])
    }

    @Test func everyLevelCounts() throws {
        let configuration = try read(text)
        #expect(
            configuration.allOperations.map(\.path) == [
                "operations.sdk", "operations.login", "operations.login.group.operations.token",
                "operations.login.group.operations.session",
                "operations.login.group.operations.session.group.operations.user",
                "operations.other",
            ]
        )
        let missing = configuration.missingPrograms(in: ["PATH": "/bin"]) { !$0.hasSuffix("/user") }
        #expect(
            missing.map(\.key) == [
                "operations.login.group.operations.session.group.operations.user"
            ]
        )
    }

    @Test func declaresGroupsOfThePlan() throws {
        let plan = try ConfiguredGraph(parsing: .test(text)).graph.plan
        #expect(
            plan.operations.map { "\($0.name) in \($0.group ?? "-")\($0.isGroup ? ", group" : "")" }
                == [
                    "sdk in -", "token in login", "user in session", "session in login, group",
                    "login in -, group", "other in -",
                ]
        )
    }

    @Test func aGroupHasTheValueOfItsOperation() async throws {
        let recorder = Recorder(values: ["token": ["key": "k"], "user": ["name": "Ada"]])
        let report = try await recorder.launch(
            """
            name: test
            operations:
              home: { exec: [home, "${operations.login.value.name}"] }
              login:
                group:
                  value: session
                  operations:
                    token: { exec: { command: [token], output: json } }
                    session:
                      group:
                        value: user
                        operations:
                          user:
                            exec: { command: [user, "${operations.token.value.key}"], output: json }
                            stop: [logout, "${operations.user.value.name}"]
              plain: { requires: [home], group: { operations: { last: { exec: [last] } } } }
            """
        )
        #expect(recorder.calls == ["token", "user k", "home Ada", "last", "logout Ada"])
        #expect(report.operations.allSatisfy { $0.outcome == .succeeded })
    }

    @Test func aGroupIsTriedAgainAsAWholeAndFallsBack() async throws {
        let recorder = Recorder(failures: ["save": 2])
        let report = try await recorder.launch(
            """
            name: test
            operations:
              home: { exec: [home, "${operations.login.value}"] }
              login:
                retry: { attempts: 2, initial: 1ms }
                fallback: { value: guest }
                group:
                  value: user
                  operations:
                    token: { exec: [token], stop: [revoke] }
                    user: { requires: [token], exec: { command: [user], output: json } }
                    save: { requires: [user], exec: [save] }
            """
        )
        let attempt = ["token", "user", "save"]
        #expect(recorder.calls == attempt + ["revoke"] + attempt + ["home guest", "revoke"])
        #expect(report["login"]?.outcome?.word == "degraded")
        #expect(report["login"]?.attempts.count == 2)
    }

    @Test func whatDependsOnAPartOfAGroupThatIsTriedAgainIsTold() {
        let text = """
            name: test
            operations:
              home: { after: [token], exec: [home] }
              login: { retry: 2, group: { operations: { token: { exec: [token] } } } }
            """
        #expect(
            faults(text) == [
                "test.yaml:3:19: operations.home.after: 'home' depends on 'token', which is in group 'login'; "
                    + "that group is tried again as a whole: let 'home' depend on 'login'"
            ]
        )
    }

    @Test(
        arguments: [
            ("queue: main", "a group runs nowhere itself; move it to its operations"),
            ("stop: [a]", "a group has nothing to undo itself; move it to its operations"),
            (
                "success: [0]",
                "is for exec: the exit statuses that count as success; remove it"
            ),
            (
                "ended: fail",
                "is for programs; a group is none: move it to one of its operations"
            ),
            (
                "restart: {}",
                "is for programs; a group is none: move it to one of its operations"
            ),
            (
                "watchdog: 1s",
                "is for programs; a group is none: move it to one of its operations"
            ),
            ("health: {}", "is for programs; a group is none: move it to one of its operations"),
            ("sockets: []", "is for programs; a group is none: move it to one of its operations"),
        ]
    )
    func hasNoKeysOfABody(line: String, reason: String) {
        let key = line.prefix { $0 != ":" }
        let lines = "\(line)\ngroup: { operations: { a: { sleep: 1s } } }"
        #expect(faults(operation(lines)) == ["test.yaml:4:5: operations.x.\(key): \(reason)"])
    }

    @Test(
        arguments: [
            ("{}", "4:5: operations.x.group: has no operations; add operations: { NAME: … }"),
            (
                "{ operations: {} }",
                "4:26: operations.x.group.operations: is empty; expected a mapping of operations"
            ),
            (
                "{ operations: [a] }",
                "4:26: operations.x.group.operations: found a list; expected a mapping of operations"
            ),
            (
                "{ operations: { a: { sleep: 1s } }, failFast: yes }",
                "4:58: operations.x.group.failFast: found 'yes'; expected true or false, without quotes"
            ),
            (
                "{ operations: { token: { exec: { command: [a], output: text } } }, value: tokne }",
                "4:86: operations.x.group.value: no operation of this group is named 'tokne'; did you "
                    + "mean 'token'?"
            ),
            (
                "{ operations: { a: { sleep: 1s } }, value: a }",
                "4:55: operations.x.group.value: 'a' gives no value; name another operation of the "
                    + "group, or remove it"
            ),
            (
                "{ operations: { a: { sleep: 1s, stage: background } } }",
                "4:44: operations.x.group.operations.a.stage: is for operations outside of groups; those "
                    + "of a group are in its stage: remove it"
            ),
            (
                "{ operations: { x: { sleep: 1s } } }",
                "3:3: operations.x: operation 'x' is declared twice, first at test.yaml:4:28 in group 'x'; "
                    + "rename one of them"
            ),
            (
                "{ operations: { a: { sleep: 1, requires: [b] } } }",
                "4:40: operations.x.group.operations.a.sleep: found '1'; expected a duration with its "
                    + "unit, such as 1s or 1ms"
            ),
        ]
    )
    func saysWhatIsWrong(text: String, expected: String) {
        let found = faults(operation("group: \(text)"))
        #expect(found.first?.replacing("test.yaml:", with: "", maxReplacements: 1) == expected)
    }

    @Test func anOptionalOperationCannotBeTheValue() {
        let group =
            "group: { operations: { a: { optional: true, exec: { command: [a], output: text } } }, "
            + "value: a }"
        #expect(
            faults(operation(group)) == [
                "test.yaml:3:3: operations.x: the value of group 'x' is that of 'a', which is optional; "
                    + "make 'a' required or give it a fallback"
            ]
        )
    }

    @Test func whatAGroupWithLocksMayNotWaitForIsShownWhereItIsNamed() {
        #expect(
            faults(
                """
                name: test
                operations:
                  out: { sleep: 1s }
                  g: { locks: [k], group: { operations: { a: { requires: [out], sleep: 1s } } } }
                """
            ) == [
                "test.yaml:4:59: operations.g.group.operations.a.requires: 'a' waits for 'out' while "
                    + "group 'g', which it is in, holds 'k'; let 'g' wait for 'out', or put 'out' into 'g'"
            ]
        )
    }

    @Test func namesInACircleAreAFaultAndNoMore() {
        let found = faults(
            """
            name: test
            operations:
              x: { exec: [x, "${operations.a.value}"] }
              a: { group: { value: b, operations:
                { b: { group: { value: a, operations: { a: { exec: [a] } } } } } } }
            """
        )
        #expect(found.contains { $0.contains("operation 'a' is declared twice") })
    }

    @Test func aGroupWithoutAValueCannotBeRead() {
        #expect(
            faults(
                """
                name: test
                operations:
                  x: { exec: [x, "${operations.g.value}"] }
                  g: { group: { operations: { a: { exec: { command: [a], output: text } } } } }
                """
            ) == [
                "test.yaml:3:19: operations.x.exec[1]: 'g' gives no value; name one of its operations "
                    + "under value, or remove the reference"
            ]
        )
    }

    @Test func nestsAsDeepAsAFileCan() throws {
        let depth = 19
        let text =
            "name: a\noperations: "
            + (1...depth).map { "{ g\($0): { group: { value: g\($0 + 1), operations: " }.joined()
            + "{ g\(depth + 1): { exec: { command: [a], output: text } } }"
            + String(repeating: " } } }", count: depth)
        let configuration = try read(text)
        #expect(configuration.allOperations.count == depth + 1)
    }

    @Test func actionsAreNoGroups() {
        let found = faults(action("group: { operations: { a: { sleep: 1s } } }"))
        #expect(found.contains { $0.hasPrefix("test.yaml:4:5: actions.x.group: unknown key;") })
    }
}
