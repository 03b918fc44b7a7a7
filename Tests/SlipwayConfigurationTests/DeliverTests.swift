import SlipwayConfiguration
import Testing

/// Body `deliver`, as a file declares it.
struct DeliverTests {
    /// A program on its own, behind another operation, in a group, and optional in a group.
    private static func file(_ lines: String) -> String {
        """
        name: test
        actions:
          x:
        \(lines.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
        operations:
          web: { exec: { command: [a], ready: notify } }
          warm: { requires: [web], sleep: 1s }
          job: { exec: [a] }
          login:
            group:
              operations:
                desk: { exec: { command: [a], ready: started } }
                side: { exec: { command: [a], ready: started }, optional: true }
            requires: [web]

        """
    }

    @Test func readsEveryKeyOfDeliver() throws {
        let lines = "deliver: { to: web, socket: \"${env.RUN}/a\" }\nrequires: [web]"
        let body = try read(Self.file(lines)).actions[0].body
        guard case .deliver(let deliver) = body else { throw Unexpected() }
        #expect(deliver.program.name == "web")
        #expect(deliver.socket == "${env.RUN}/a")
        #expect(body.references == [.environment("RUN")])
    }

    @Test(
        arguments: [
            ("web", "[web]"), ("web", "[warm]"), ("web", "[login]"), ("web", "[desk]"),
            ("desk", "[login]"), ("side", "[side]"),
        ]
    )
    func theActionRequiresTheProgramOrWhatRequiresIt(program: String, requires: String) {
        let lines = "deliver: { to: \(program), socket: /a }\nrequires: \(requires)"
        #expect(faults(Self.file(lines)) == [])
    }

    @Test(
        arguments: [
            (
                "deliver: { to: web, socket: /a }",
                "4:20: actions.x.deliver.to: the action does not require 'web'; add it to requires"
            ),
            (
                "deliver: { to: side, socket: /a }\nrequires: [login]",
                "4:20: actions.x.deliver.to: the action does not require 'side'; add it to requires"
            ),
            (
                "deliver: { to: wbe, socket: /a }",
                "4:20: actions.x.deliver.to: no operation is named 'wbe'; did you mean 'web'?"
            ),
            (
                "deliver: { to: job, socket: /a }\nrequires: [job]",
                "4:20: actions.x.deliver.to: 'job' starts no program that stays; name an operation "
                    + "whose exec has ready: notify, socket:PATH or started"
            ),
            (
                "deliver: { to: login, socket: /a }\nrequires: [login]",
                "4:20: actions.x.deliver.to: 'login' starts no program that stays; name an operation "
                    + "whose exec has ready: notify, socket:PATH or started"
            ),
            ("deliver: { to: web }", "4:5: actions.x.deliver: has no socket; add it"),
            ("deliver: { socket: /a }", "4:5: actions.x.deliver: has no to; add it"),
            ("deliver: web", "4:14: actions.x.deliver: found 'web'; expected a mapping"),
            (
                "deliver: { to: web, socket: a }\nrequires: [web]",
                "4:33: actions.x.deliver.socket: found 'a'; expected an absolute path"
            ),
            (
                "deliver: { to: web, socket: \"${env.RUN}/\(String(repeating: "s", count: 107))\" }\n"
                    + "requires: [web]",
                "4:33: actions.x.deliver.socket: has at least 108 bytes; the path of a Unix socket has at "
                    + "most 107"
            ),
            (
                "deliver: { to: web, socket: \"/${payload.u}\" }\nparameters: { u: { required: true } }\n"
                    + "requires: [web]",
                "4:35: actions.x.deliver.socket: '${payload.u}': the socket is never a payload's or a "
                    + "value's to choose; write its path, or ${env.NAME}"
            ),
        ]
    )
    func saysWhatIsWrongAndWhatWouldBeAccepted(lines: String, expected: String) {
        #expect(faults(Self.file(lines)) == ["test.yaml:" + expected])
    }

    @Test func thePathOfTheSocketMayHave107Bytes() {
        let path = "/" + String(repeating: "s", count: 106)
        #expect(faults(Self.file("deliver: { to: web, socket: \(path) }\nrequires: [web]")) == [])
    }

    @Test func anOperationDeliversNothing() {
        #expect(
            faults(operation("deliver: { to: web, socket: /a }")) == [
                "test.yaml:4:5: operations.x.deliver: is for launch actions; an operation has nothing "
                    + "to deliver: remove it"
            ]
        )
    }

    private struct Unexpected: Error {}
}
