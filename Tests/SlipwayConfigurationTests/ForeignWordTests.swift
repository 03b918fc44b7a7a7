import SlipwayConfiguration
import Testing

/// Values of other tools are answered with ours, once.
struct ForeignWordTests {
    @Test(
        arguments: [
            (
                "exec: { command: [web], ready: started }\nrestart: always",
                "restart: found 'always'; here that is ended: restart, for any exit"
            ),
            (
                "exec: { command: [web], ready: started }\nrestart: unless-stopped",
                "restart: found 'unless-stopped'; here that is ended: restart, for any exit"
            ),
            (
                "exec: { command: [web], ready: started }\nended: restart\nrestart: on-failure",
                "restart: found 'on-failure'; here that is ended: restart, for any exit"
            ),
            (
                "exec: { command: [web], ready: started }\nrestart: \"no\"",
                "restart: found 'no'; here that is ended: fail or ended: degrade"
            ),
            (
                "exec: { command: [web], ready: \"tcp:8080\" }",
                "exec.ready: found 'tcp:8080'; here that is ready: { tcp: HOST:PORT } or ready: { http: URL }"
            ),
            (
                "exec: { command: [web], ready: oneshot }",
                "exec.ready: found 'oneshot'; here that is exit"
            ),
            (
                "exec: { command: [web], ready: soon }",
                "exec.ready: found 'soon'; expected exit, started, notify, socket:PATH with an "
                    + "absolute path, or a mapping such as { tcp: HOST:PORT }"
            ),
            (
                "wait: { tcp: 8080 }",
                "wait.tcp: found '8080'; expected HOST:PORT, such as localhost:8080"
            ),
        ]
    )
    func isAnsweredWithOurs(lines: String, fault: String) {
        let found = faults(operation(lines))
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.hasSuffix("operations.x.\(fault)") == true, "\(found)")
    }
}
