import Foundation
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// The schema beside the decoder: an editor with a validator accepts and refuses what `slipway check`
/// does, as far as a schema can say it.
@Suite(
    .enabled(
        if: SchemaValidator.isInstalled || Checkout.isChecked,
        "needs python3 with venv, and the package index once: 'make setup-test' installs the validator"
    ),
    .timeLimit(.minutes(5))
)
struct SchemaValidationTests {
    @Test func bothAcceptEveryShippedFile() async throws {
        let root = Checkout.file("config")
        let files = try #require(
            FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        )
        .compactMap { $0 as? URL }
        // What is in that folder is for Kubernetes.
        .filter { $0.pathExtension == "yaml" && !$0.path().contains("/kubernetes/") }
        try #require(!files.isEmpty)
        let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
        try await expect(accepted: texts)
    }

    @Test func bothAcceptWhatIsRight() async throws {
        let operations = Self.rightOperations.map { operation($0) }
        try await expect(accepted: operations + Self.rightFiles)
    }

    @Test func bothRefuseWhatIsWrong() async throws {
        let texts = Self.wrongOperations.map { operation($0) } + Self.wrongFiles
        let found = try await SchemaValidator.faults(of: texts)
        for (text, messages) in zip(texts, found) {
            #expect(!faults(text).isEmpty, "the decoder accepts:\n\(text)")
            #expect(!messages.isEmpty, "the schema accepts:\n\(text)")
        }
    }

    /// Names, sizes and times that depend on one another are not for a schema.
    @Test func onlyTheDecoderRefusesWhatDependsOnSomethingElse() async throws {
        let texts = Self.subtleOperations.map { operation($0) } + Self.subtleFiles
        let found = try await SchemaValidator.faults(of: texts)
        for (text, messages) in zip(texts, found) {
            #expect(!faults(text).isEmpty, "the decoder accepts:\n\(text)")
            #expect(messages == [], "\(text)")
        }
    }

    private func expect(accepted texts: [String]) async throws {
        let found = try await SchemaValidator.faults(of: texts)
        for (text, messages) in zip(texts, found) {
            #expect(faults(text) == [], "\(text)")
            #expect(messages == [], "\(text)")
        }
    }

    private static let rightOperations = [
        "exec: { command: [a], environmentFiles: [/a, -/b, '-${env.C}/c'] }",
        "http: { url: 'http://a/', headers: { Authorization: 'Bearer ${credential.a}' } }",
        "exec: { command: [a, '$${credential.a}'], stdin: '${credential.a}' }",
        "sleep: 0s\nstage: background\npriority: high\nlocks: [a, b.c]",
        "sleep: 1s\npriority: -128",
        "sleep: 1s\nretry: 5",
        "sleep: 1s\ntimeout: 1s\nretry: { attempts: 2, initial: 0s, maximum: 1m, factor: 1.5, budget: 2s }",
        "sleep: 1s\nretry: { attempts: 1, jitter: 0 }",
        "http: \"http://a/\"\nfallback: { value: ~ }",
        "http: \"http://a/\"\nfallback: { cached: 7d }",
        "exec: { command: [a], output: json }\nfallback: { cached: 0.5d, value: {} }",
        "sleep: 1s\nfallback: { value: { a: [1, b] } }",
        "flags: { url: \"http://a/\", context: { targetingKey: \"${env.A}\", b: [1, { c: ~ }] } }",
        "flags: { url: \"http://a/\", context: { targetingKey: 1 }, headers: { a: b }, tryTimeout: 1s, "
            + "cache: local-cache-first, poll: 1m }\nfallback: { cached: 30d }",
        "flags: { url: \"http://a/\", context: { targetingKey: a } }\nrequires: []",
        "exec: [a]\nsuccess: [0, 3]\nstop: { command: [b], stdin: c, output: text }",
        "exec: { command: [a], ready: exit, output: json }\nsuccess: [255]",
        "sleep: 1s\nwhen: { env: A }",
        "sleep: 1s\nwhen: { env: A, equals: 5 }",
        "sleep: 1s\nwhen: { exists: \"${env.A}/b\" }",
        "sleep: 1s\nwhen: { value: \"${launch.id}\", equals: \"\" }",
        "sleep: 1s\nwhen: { not: { all: [{ env: A }, { any: [{ exists: /b }] }] } }",
        "group: { operations: { a: { sleep: 1s } } }\nlocks: [a]\nretry: 2\nfallback: { value: 1 }\npriority: low\noptional: true",
        """
        when: { env: A }
        timeout: 5s
        group:
          failFast: false
          value: b
          operations:
            b: { group: { value: c, operations: { c: { exec: { command: [c], output: text } } } } }
        """,
        "exec: { command: [a], ready: started }",
        "exec: { command: [a], ready: notify }\nwatchdog: 1s\nended: restart\nrestart: { attempts: 1 }",
        "exec: { command: [a], ready: \"socket:${env.A}\" }\noptional: true\nended: degrade",
        "exec: { command: [a], ready: socket:/a, output: none }\nhealth: { tcp: \"a:1\", every: 1s }",
        "exec: { command: [a], ready: started }\nhealth: { exec: [b], misses: 1 }\nsockets: [a, b c]",
        "exec: { command: [a], ready: started }\nhealth: { http: \"http://a/\", timeout: 1s }",
        "exec: { command: [a], resources: { memoryHigh: 1024K, memoryMax: 1048576, cpuQuota: 100000% } }",
        "exec: { command: [a], resources: { memoryMax: unlimited, memorySwapMax: 64K, cpuQuota: 1% } }",
        "write: { path: /a, content: b }",
        "write: { path: \"${env.A}/b\", content: 5, mode: \"0600\", owner: web:www }",
        "write: { path: /a, content: \"${launch.id}\", mode: 640, owner: 1000 }",
        "write: { path: \"/a/$${payload.b}\", content: b }",
        "exec: [\"a${env.A}/b\", c/d]",
        "exec: [\"${env.A}/b\"]",
        "exec: [5, \"${launch.id}\"]",
        "sleep: 8760h",
        "sleep: 000000000000000000.5s",
        "sleep: 31536000000ms\ntimeout: 525600m",
        "wait: { tcp: \"[::1]:80\" }",
        "wait: { tcp: \"${env.A}\" }",
        "http: { url: 'https://a/', redirects: 0, tls: { certificate: /a, key: '${env.B}/c' } }",
        "http: { url: 'https://a/', method: DELETE, body: { a: [1, '${env.A}'] }, output: { headers: [ETag] } }",
        "http: { url: 'https://a/', body: [a], output: { body: none } }",
        "http: { url: 'https://a/', method: HEAD, output: { body: none, headers: [a] } }",
        "wait: { http: { url: 'https://a/', expect: 204, headers: { A: b }, tls: { ca: /a } } }",
        "exec: { command: [a], ready: started }\nhealth: { http: { url: 'http://a/', expect: [200] } }",
    ]

    private static let rightFiles = [
        "name: a\nqueues: { a: 2, b: auto, c: { width: 3 }, d: {} }",
        "name: a\ndefaults: { queue: main, timeout: 1s, retry: 2, priority: 5, ended: fail, restart: {} }",
        "name: a\nactions: { b: { write: { path: /a, content: \"${payload.c}\" }, parameters: { c: { required: true } } } }",
        "name: a\nactions: { b: { sleep: 1s, limit: 3, priority: high, coalesce: latest, retry: 2 } }",
        "name: a\nactions: { b: { sleep: 1s, effect: once, durability: memory, whenFailed: fail } }",
        "name: a\nactions: { b: { sleep: 1s, parameters: { c: { default: d, pattern: '^[d-f]' } } } }",
        "name: a\nactions: { b: { sleep: 1s, parameters: { c: { type: number, minimum: 1, maximum: 2.5 } } } }",
        "name: a\nactions: { b: { sleep: 1s, durability: disk, whenFailed: wait } }",
        "name: a\nactions: { b: { sleep: 1s, retry: { attempts: 2, initial: 1s, jitter: 0 } } }",
        """
        name: a
        operations:
          b: { flags: { url: "http://a/", context: { targetingKey: a }, changed: d } }
          c: { sleep: 1s, when: { any: [{ flag: x }, { flag: y, of: b, equals: [1] }] } }
        actions: { d: { sleep: 1s } }
        """,
        """
        name: a
        operations: { b: { exec: { command: [c], ready: started } } }
        actions: { d: { requires: [b], deliver: { to: b, socket: "${env.A}/e" } } }
        """,
    ]

    private static let wrongOperations = [
        "exec: { command: [a], environmentFiles: [a] }",
        "exec: { command: [a], environmentFiles: /a }",
        "exec: { command: [a], environmentFiles: ['/${credential.a}'] }",
        "exec: [a, '--key=${credential.a}']", "exec: ['/${credential.a}']",
        "exec: { command: [a], directory: '/${credential.a}' }", "http: 'http://a/${credential.a}'",
        "wait: { tcp: '${credential.a}:1' }", "write: { path: '/${credential.a}', content: a }",
        "sleep: 1s\nwhen: { value: '${credential.a}', equals: a }",
        "http: { url: 'https://a/', tls: {} }", "http: { url: 'https://a/', tls: { key: /a } }",
        "http: { url: 'https://a/', tls: { ca: a } }", "http: { url: 'https://a/', redirects: 51 }",
        "http: { url: 'https://a/', tls: { ca: '${credential.a}' } }",
        "http: { url: 'https://a/', tls: { ca: '/${operations.a.value}' } }",
        "http: { url: 'https://a/', method: put }",
        "http: { url: 'https://a/', method: GET, body: a }",
        "http: { url: 'https://a/', method: HEAD, body: {} }",
        "http: { url: 'https://a/', body: ~ }",
        "http: { url: 'https://a/', method: HEAD, output: json }",
        "http: { url: 'https://a/', method: HEAD, output: { body: text } }",
        "http: { url: 'https://a/', output: { headers: a } }",
        "http: { url: 'https://a/', output: { headers: ['a b'] } }",
        "wait: { http: { expect: 200 } }", "wait: { http: { url: 'http://a/', body: b } }",
        "sleep: 1s\nstage: later",
        "sleep: 1s\npriority: 128",
        "sleep: 1s\npriority: urgent",
        "sleep: 1s\nlocks: a",
        "sleep: 1s\nlocks: [a, a]",
        "sleep: 1s\nlocks: [-a]",
        "sleep: 1s\nretry: 0",
        "sleep: 1s\nretry: {}",
        "sleep: 1s\nretry: { attempts: 2, factor: 0.5 }",
        "sleep: 1s\nretry: { attempts: 2, jitter: 1.5 }",
        "sleep: 1s\nretry: { attempts: 2, pause: 1s }",
        "sleep: 1s\nfallback: {}",
        "sleep: 1s\nfallback: { cached: 7d }",
        "http: \"http://a/\"\nfallback: { cached: 7 }",
        "http: \"http://a/\"\nfallback: { cached: 0d }",
        "sleep: 1s\nsuccess: [0]",
        "exec: [a]\nsuccess: []",
        "exec: [a]\nsuccess: [256]",
        "exec: [a]\nstop: { command: [b], ready: notify }",
        "exec: { command: [a], input: b }",
        "exec: { command: [a], ready: soon }",
        "exec: { command: [a], ready: socket:run }",
        "exec: { command: [a], ready: started, output: text }",
        "exec: { command: [a], ready: started }\nended: never",
        "exec: { command: [a], resources: { memoryMax: 100 } }",
        "exec: { command: [a], resources: { memoryHigh: 64K } }",
        "exec: { command: [a], resources: { cpuQuota: 0% } }",
        "exec: { command: [a], ready: started }\noptional: true\nended: fail",
        "exec: { command: [a], ready: started }\nwatchdog: 1s",
        "exec: { command: [a], ready: started }\nhealth: { every: 1s }",
        "exec: { command: [a], ready: started }\nhealth: { tcp: \"a:1\", exec: [b] }",
        "exec: { command: [a], ready: started }\nsockets: [varlink]",
        "exec: { command: [a], ready: started }\nsockets: [\"a:b\"]",
        "exec: [a]\nended: degrade",
        "exec: [a]\nhealth: { tcp: \"a:1\" }",
        "sleep: 1s\nsockets: []",
        "sleep: 1s\nwhen: {}",
        "sleep: 1s\nwhen: { flag: [beta] }",
        "sleep: 1s\nwhen: { env: A, of: y }",
        "flags: { url: \"http://a/\" }",
        "flags: { url: \"http://a/\", context: { b: c } }",
        "flags: { url: \"http://a/\", context: { targetingKey: \"${credential.a}\" } }",
        "flags: { url: \"http://a/\", context: { targetingKey: a }, cache: disabled }\nfallback: { cached: 1d }",
        "sleep: 1s\nwhen: { env: A-B }",
        "sleep: 1s\nwhen: { env: A, exists: /b }",
        "sleep: 1s\nwhen: { value: a }",
        "sleep: 1s\nwhen: { exists: a }",
        "sleep: 1s\nwhen: { exists: /a, equals: b }",
        "sleep: 1s\nwhen: { any: [] }",
        "group: {}",
        "group: { operations: {} }",
        "group: { operations: { a: { sleep: 1s } } }\nqueue: main",
        "group: { operations: { a: { sleep: 1s } } }\nstop: [a]",
        "group: { operations: { a: { sleep: 1s } } }\nsuccess: [0]",
        "group: { operations: { a: { sleep: 1s } } }\nsleep: 1s",
        "group: { operations: { a: { slep: 1s } } }",
        "write: { path: /a }",
        "write: { path: a, content: b }",
        "write: { path: /a/, content: b }",
        "write: { path: /a, content: b, mode: \"1777\" }",
        "write: { path: /a, content: b, owner: \"a:b:c\" }",
        "deliver: { to: x, socket: /a }",
        "write: { path: \"/a/${operations.b.value.c}\", content: b }",
        "group: { operations: { a: { sleep: 1s, stage: background } } }",
        "exec: [a/b]",
        "exec: [\"\"]",
        "exec: { command: [a/b] }",
        "exec: [\"${operations.b.value.c}\"]",
        "exec: { command: [a], ready: \"socket:/a/${operations.b.value.c}\" }",
        "exec: { command: [a], ready: started }\nhealth: { tcp: localhost }",
        "wait: { tcp: \"localhost:http\" }",
        "sleep: 10000h",
        "sleep: 1s\ntimeout: 1000000m",
        "sleep: 1s\ntimeout: 0.0s",
    ]

    private static let subtleOperations = [
        "exec: { command: [a], ready: started }\nsuccess: [0]",
        "sleep: 8761h",
        "sleep: 1s\nrequires: [nothing]",
        "sleep: 1s\nqueue: nothing",
        "sleep: 1s\nretry: { attempts: 2, initial: 2s, maximum: 1s }",
        "sleep: 1s\ntimeout: 2s\nretry: { attempts: 2, budget: 1s }",
        "exec: [a, \"${payload.b}\"]",
        "exec: [a, \"${operations.nothing.value.b}\"]",
        "exec: { command: [a], ready: notify }\nwatchdog: 50ms",
        "exec: { command: [a], ready: started }\nhealth: { tcp: \"a:70000\" }",
        "exec: { command: [a], ready: started }\nrestart: { attempts: 1 }",
        "group: { value: c, operations: { b: { sleep: 1s } } }",
        "http: \"http://user@host/\"",
        "http: { url: 'https://a/', method: PUT }\nfallback: { cached: 7d }",
        "http: { url: 'https://a/', output: { headers: [a, A] } }",
    ]

    private static let wrongFiles = [
        "name: a\nqueues: { a: 0 }",
        "name: a\ndefaults: { stop: [a] }",
        "name: a\ndefaults: { restart: { attempts: 0 } }",
        "name: a\npriorities: learned",
        "name: a\nactions: { b: { sleep: 1s, limit: 0 } }",
        "name: a\nactions: { b: { sleep: 1s, parameters: { c: { type: integer, minimum: d } } } }",
        "name: a\nactions: { b: { sleep: 1s, parameters: { c: { pattern: [d] } } } }",
        "name: a\nactions: { b: { sleep: 1s, coalesce: first } }",
        "name: a\nactions: { b: { sleep: 1s, effect: twice } }",
        "name: a\nactions: { b: { sleep: 1s, durability: tape } }",
        "name: a\nactions: { b: { sleep: 1s, whenFailed: give-up } }",
        "name: a\nactions: { b: { sleep: 1s, durability: memory, whenFailed: wait } }",
        "name: a\nactions: { b: { deliver: { to: c } } }",
        "name: a\nactions: { b: { deliver: { to: c, socket: d } } }",
        "name: a\nactions: { b: { deliver: /c } }",
        "name: a\nactions: { b: { group: { operations: { c: { sleep: 1s } } } } }",
        "name: a\nactions: { b: { exec: { command: [a], ready: started } } }",
        "name: a\nactions: { b: { write: { path: \"/${payload.c}\", content: d }, parameters: { c: { required: true } } } }",
        "name: a\nactions: { b: { exec: [\"/${payload.c}\"], parameters: { c: { required: true } } } }",
        "name: a\nactions: { b: { wait: { tcp: \"${payload.c}:80\" }, parameters: { c: { required: true } } } }",
    ]

    private static let subtleFiles = [
        "name: a\noperations: { a: { requires: [b], sleep: 1s }, b: { requires: [a], sleep: 1s } }",
        "name: a\noperations: { a: { sleep: 1s }, b: { group: { operations: { a: { sleep: 1s } } } } }",
        "name: a\nactions: { b: { exec: [c, \"${payload.d}\"] } }",
        "name: a\nactions: { b: { sleep: 1s, parameters: { c: { pattern: '(' } } } }",
        "name: a\nactions: { b: { sleep: 1s, parameters: { c: { default: d, required: true } } } }",
        "name: a\nactions: { b: { exec: [c, \"${payload.d}\"], parameters: { d: {} } } }",
        "name: a\noperations: { b: { sleep: 1s } }\nactions: { b: { sleep: 1s } }",
        "name: a\nactions: { b: { wait: { socket: /\(String(repeating: "s", count: 107)) } } }",
    ]
}

/// A validator of JSON Schema, as `make setup-test` installs it.
private enum SchemaValidator {
    private static let python = Checkout.file(".build/python/bin/python")

    static var isInstalled: Bool {
        FileManager.default.isExecutableFile(atPath: python.path())
    }

    /// The faults of each text, converted to JSON by our own reader; all by one process.
    static func faults(of texts: [String]) async throws -> [[String]] {
        let folder = try TemporaryFolder()
        let documents = texts.map { text in
            (FileTree(text).json ?? .null).compact + "\n"
        }
        let file = try folder.write(documents.joined(), to: "documents")
        let arguments = ["Tests/Fixtures/Schema/validate.py", "config/slipway.schema.json"]
            .map { Checkout.file($0).path() }
        let program = Program(executable: python, arguments: arguments + [file])
        let result = try await program.run()
        try #require(result.status == 0, "\(result.output)")
        let lines = result.output.split(separator: "\n")
        try #require(lines.count == texts.count)
        return try lines.map { line in
            try JSON(parsing: String(line)).arrayValue?.compactMap(\.stringValue) ?? []
        }
    }
}
