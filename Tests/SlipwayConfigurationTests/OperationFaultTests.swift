import SlipwayConfiguration
import Testing

/// The text of each fault of an operation, whose keys begin in line 4, column 5.
struct OperationFaultTests {
    @Test(
        arguments: [
            (
                "timeout: 5s",
                "test.yaml:3:3: operations.x: has no body; add one of exec, http, wait, write, "
                    + "sleep, flags or group"
            ),
            ("exce: [a]", "test.yaml:4:5: operations.x.exce: unknown key; did you mean 'exec'?"),
            (
                "sleep: 1s\nexec: [a]",
                "test.yaml:5:5: operations.x.exec: 'exec' is a second body beside 'sleep'; keep one"
            ),
            (
                "sleep: -1s",
                "test.yaml:4:12: operations.x.sleep: found '-1s'; expected a duration such as 250ms, 5s, "
                    + "2m or 1h; at most 8760h"
            ),
            (
                "sleep: 9999h",
                "test.yaml:4:12: operations.x.sleep: found '9999h'; expected a duration such as 250ms, "
                    + "5s, 2m or 1h; at most 8760h"
            ),
            (
                "sleep: 1s\noptional: yes",
                "test.yaml:5:15: operations.x.optional: found 'yes'; expected true or false, without "
                    + "quotes"
            ),
            (
                "sleep: 1s\noptional: \"true\"",
                "test.yaml:5:15: operations.x.optional: found 'true'; expected true or false, without "
                    + "quotes"
            ),
            (
                "sleep: 1s\nqueue: mian",
                "test.yaml:5:12: operations.x.queue: no queue is named 'mian'; did you mean 'main'?"
            ),
            (
                "sleep: 1s\nqueue: network",
                "test.yaml:5:12: operations.x.queue: no queue is named 'network'; declare it under "
                    + "queues or use main or userInitiated"
            ),
            (
                "sleep: 1s\nrequires: a",
                "test.yaml:5:15: operations.x.requires: found 'a'; expected a list of operations, such "
                    + "as [sdk-init]"
            ),
            (
                "sleep: 1s\nrequires: [[a]]",
                "test.yaml:5:16: operations.x.requires[0]: found a list; expected the name of an "
                    + "operation"
            ),
            (
                "sleep: 1s\nafter: [x]",
                "test.yaml:5:13: operations.x.after: operation 'x' runs after itself; remove that "
                    + "dependency"
            ),
            (
                "sleep: 1s\nrequires: [y]",
                "test.yaml:5:16: operations.x.requires: 'x' depends on 'y', which no operation declares; "
                    + "did you mean 'x'?"
            ),
            (
                "exec: ls -l",
                "test.yaml:4:11: operations.x.exec: found 'ls -l'; expected a list such as "
                    + "[/usr/bin/program, argument]; there is no shell"
            ),
            (
                "exec: []",
                "test.yaml:4:11: operations.x.exec: is an empty list; expected a list such as "
                    + "[/usr/bin/program, argument]; there is no shell"
            ),
            (
                "exec: [bin/run]",
                "test.yaml:4:12: operations.x.exec[0]: found 'bin/run'; expected an absolute path, or a "
                    + "name to look up in PATH"
            ),
            (
                "exec: [a, ~]",
                "test.yaml:4:15: operations.x.exec[1]: found nothing; expected text"
            ),
            (
                "exec: [a, \"b\\0\"]",
                "test.yaml:4:15: operations.x.exec[1]: has a NUL character; remove it"
            ),
            (
                "exec: { output: text }",
                "test.yaml:4:5: operations.x.exec: has no command; add command: [/usr/bin/program, "
                    + "argument]"
            ),
            (
                "exec: { command: [a], output: xml }",
                "test.yaml:4:35: operations.x.exec.output: found 'xml'; expected none, json, text or "
                    + "lines"
            ),
            (
                "exec: { command: [a], directory: tmp }",
                "test.yaml:4:38: operations.x.exec.directory: found 'tmp'; expected an absolute path"
            ),
            (
                "exec: { command: [a], environment: { \"A=B\": c } }",
                "test.yaml:4:42: operations.x.exec.environment.A=B: not a variable's name; use letters, "
                    + "digits and '_', no digit first"
            ),
            (
                "exec: { command: [a], environment: [b] }",
                "test.yaml:4:40: operations.x.exec.environment: found a list; expected a mapping of "
                    + "variables"
            ),
            (
                "exec: { command: [a], environmentFiles: /etc/a.env }",
                "test.yaml:4:45: operations.x.exec.environmentFiles: found '/etc/a.env'; expected a list of "
                    + "files, such as [/etc/shop/shop.env]"
            ),
            (
                "exec: { command: [a], environmentFiles: [-a.env] }",
                "test.yaml:4:46: operations.x.exec.environmentFiles[0]: found 'a.env'; expected an absolute "
                    + "path"
            ),
            (
                "exec: { command: [a], environmentFiles: ['-/${credential.a}'] }",
                "test.yaml:4:49: operations.x.exec.environmentFiles[0]: '${credential.a}': messages show "
                    + "paths, and others can list them; a credential may be in environment and stdin of exec, "
                    + "headers and body of http, and content of write"
            ),
            (
                "exec: [a, \"${payload.url}\"]",
                "test.yaml:4:16: operations.x.exec[1]: '${payload.url}' is for launch actions; an "
                    + "operation has no payload"
            ),
            (
                "exec: [a, \"${operations.y.value}\"]",
                "test.yaml:4:16: operations.x.exec[1]: 'x' depends on 'y', which no operation declares; "
                    + "did you mean 'x'?"
            ),
            (
                "exec: { output: text, command: [a, \"-${operations.x.value}\"] }",
                "test.yaml:4:42: operations.x.exec.command[1]: operation 'x' requires itself; remove that "
                    + "dependency"
            ),
            (
                "exec: [a]\nstop: [b, \"${env.}\"]",
                "test.yaml:5:16: operations.x.stop[1]: '${env.}' has nothing between two dots or at its "
                    + "end; complete it"
            ),
            (
                "http: example.org",
                "test.yaml:4:11: operations.x.http: is not complete; write http://HOST/PATH, "
                    + "https://HOST/PATH or http+unix://SOCKET/PATH"
            ),
            (
                "http: \"${env.A} b\"",
                "test.yaml:4:11: operations.x.http: has characters that a URL cannot have; "
                    + "percent-encode them, a blank as %20"
            ),
            (
                "http: { method: GET }",
                "test.yaml:4:5: operations.x.http: has no url; add url: \"https://example.org/\""
            ),
            (
                "http: { url: \"http://a\", headers: { \"a b\": c } }",
                "test.yaml:4:41: operations.x.http.headers.a b: not a header's name; use letters, digits "
                    + "and '-'"
            ),
            (
                "http: { url: \"http://a\", headers: { A: b, a: c } }",
                "test.yaml:4:47: operations.x.http.headers.a: is the same header as 'A'; keep one"
            ),
            (
                "http: { url: \"http://a\", headers: { A: \"b\\r\\nC: d\" } }",
                "test.yaml:4:44: operations.x.http.headers.A: has a line break or another "
                    + "control character; a header is one line"
            ),
            (
                "http: { url: \"http://a\", headers: { content-Length: 5 } }",
                "test.yaml:4:41: operations.x.http.headers.content-Length: is sent as each request "
                    + "needs it; remove it"
            ),
            (
                "http: { url: \"http://a\", headers: { Transfer-Encoding: chunked } }",
                "test.yaml:4:41: operations.x.http.headers.Transfer-Encoding: is sent as each "
                    + "request needs it; remove it"
            ),
            (
                "http: { url: \"http://a\", headers: { Connection: close } }",
                "test.yaml:4:41: operations.x.http.headers.Connection: is sent as each request needs "
                    + "it; remove it"
            ),
            (
                "http: { url: \"http://a\", expect: 99 }",
                "test.yaml:4:38: operations.x.http.expect: found '99'; expected a list of status codes "
                    + "or a whole number from 100 to 599"
            ),
            (
                "http: { url: \"http://a\", expect: [ok] }",
                "test.yaml:4:39: operations.x.http.expect[0]: found 'ok'; expected a whole number from "
                    + "100 to 599"
            ),
            (
                "http: { url: \"http://a\", expect: [] }",
                "test.yaml:4:38: operations.x.http.expect: is an empty list; expected status codes, such "
                    + "as [200, 204]"
            ),
            (
                "wait: { every: 1s }",
                "test.yaml:4:5: operations.x.wait: waits for nothing; add one of tcp, socket, file or "
                    + "http"
            ),
            (
                "wait: { tcp: \"a:1\", file: /b }",
                "test.yaml:4:25: operations.x.wait.file: 'file' is a second target beside 'tcp'; keep one"
            ),
            (
                "wait: { tcp: localhost }",
                "test.yaml:4:18: operations.x.wait.tcp: has no port; write HOST:PORT or [IPV6]:PORT"
            ),
            (
                "http: { url: \"http://a\", tryTimeout: 0s }",
                "test.yaml:4:42: operations.x.http.tryTimeout: found '0s'; expected a duration that is "
                    + "longer than zero"
            ),
            (
                "wait: { socket: run/x }",
                "test.yaml:4:21: operations.x.wait.socket: found 'run/x'; expected an absolute path"
            ),
            (
                "wait: { file: /a, every: 0.5ms }",
                "test.yaml:4:30: operations.x.wait.every: found '0.5ms'; expected a duration that is at "
                    + "least 1ms"
            ),
        ]
    )
    func saysWhatIsWrongAndWhatWouldBeAccepted(lines: String, expected: String) {
        #expect(faults(operation(lines)) == (expected.isEmpty ? [] : [expected]))
    }
}
