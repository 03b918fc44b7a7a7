import SlipwayConfiguration
import SlipwayOperations
import SlipwaySystem
import Testing

/// The key `probes`.
struct ProbesTests {
    private func address(
        _ listen: String,
        _ environment: [String: String] = [:]
    ) throws -> ListenAddress? {
        try address(of: "name: a\nprobes: { listen: \"\(listen)\" }", environment)
    }

    private func address(
        of file: String,
        _ environment: [String: String] = [:]
    ) throws -> ListenAddress? {
        try ConfiguredGraph(
            parsing: .test(file),
            environment: environment,
            isEnvironmentKnown: true
        ).probeAddress
    }

    @Test func withoutItThereIsNoPlace() throws {
        #expect(try address(of: "name: a") == nil)
    }

    @Test(
        arguments: [
            ("127.0.0.1:8081", [:], .tcp(.ipv4("127.0.0.1"), port: 8081)),
            (":8081", [:], .tcp(.every, port: 8081)),
            ("[::1]:8081", [:], .tcp(.ipv6("::1"), port: 8081)),
            ("/run/a/probes", [:], .unix("/run/a/probes")),
            ("${env.D}/probes", ["D": "/run/a"], .unix("/run/a/probes")),
            (
                "${env.IP}:${env.PORT}", ["IP": "10.0.0.1", "PORT": "80"],
                .tcp(.ipv4("10.0.0.1"), port: 80)
            ),
        ] as [(String, [String: String], ListenAddress)]
    )
    func thePlaceIsAPortOrASocket(
        listen: String,
        environment: [String: String],
        address: ListenAddress
    ) throws {
        #expect(try self.address(listen, environment) == address)
    }

    @Test func aPlainTextMayBeginWithItsColon() throws {
        #expect(try address(of: "name: a\nprobes:\n  listen: :8081") == .tcp(.every, port: 8081))
    }

    @Test(
        arguments: [
            ("{}", "probes: has no listen; add one, such as listen: 127.0.0.1:8081"),
            ("127.0.0.1:8081", "probes: found '127.0.0.1:8081'; expected a mapping"),
            (
                "{ listen: 8081 }",
                "probes.listen: is a port alone; write 127.0.0.1:8081, or \":8081\" for every address of this "
                    + "machine"
            ),
            (
                "{ listen: 127.0.0.1:0 }",
                "probes.listen: has a port that is not a number from 1 to 65535; write 127.0.0.1:8081, "
                    + "\"[::1]:8081\", \":8081\" for every address of this machine, or the absolute path of a socket"
            ),
            (
                "{ listen: \"unix:/run/x\" }",
                "probes.listen: has 'unix:' in front; write the path of the socket alone"
            ),
            (
                "{ listen: \"${launch.id}\" }",
                "probes.listen: '${launch.id}': the file and its environment alone say where to listen; write the "
                    + "address, or ${env.NAME}"
            ),
            (
                "{ listen: \"${payload.x}:1\" }",
                "probes.listen: '${payload.x}': the file and its environment alone say where to listen; write the "
                    + "address, or ${env.NAME}"
            ),
            (
                "{ listen: \"${credential.key}:1\" }",
                "probes.listen: '${credential.key}': the file and its environment alone say where to listen; write "
                    + "the address, or ${env.NAME}"
            ),
            (
                "{ listen: [a] }",
                "probes.listen: found a list; expected an address, such as 127.0.0.1:8081"
            ),
            (
                "{ listen: \":1\", port: 2 }",
                "probes.port: unknown key; accepted are listen"
            ),
        ]
    )
    func whatIsWrongIsSaidAtItsPlace(probes: String, fault: String) {
        let found = faults("name: a\nprobes: \(probes)")
        #expect(found.map(withoutPlace) == [fault])
        #expect(found.allSatisfy { $0.hasPrefix("test.yaml:2:") })
    }

    @Test func whatVariablesMakeOfItIsChecked() {
        let fault = #expect(throws: ConfigurationFaults.self) {
            try address("${env.IP}:80", ["IP": "localhost"])
        }
        #expect(
            fault?.faults.map(\.description) == [
                "test.yaml:2:19: probes.listen: 'localhost:80' has a host that is not an address; write "
                    + "127.0.0.1:8081, \"[::1]:8081\", \":8081\" for every address of this machine, or the "
                    + "absolute path of a socket"
            ]
        )
    }

    @Test func aVariableThatIsNotSetIsOneFault() {
        let fault = #expect(throws: ConfigurationFaults.self) { try address("${env.IP}:80") }
        #expect(fault?.faults.map(\.reason) == ["'IP' is not set in the daemon's environment"])
    }

    @Test func keysOfOtherToolsLeadToIt() {
        let found = faults("name: a\nreadinessProbe: {}")
        #expect(found.count == 1 && found[0].contains("probes: { listen: 127.0.0.1:8081 }"))
    }
}
