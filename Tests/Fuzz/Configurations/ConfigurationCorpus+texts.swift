extension ConfigurationCorpus {
    /// Uses every key, together with ``flow``.
    static let everything = """
        name: fuzzed.service
        deadline: 30s
        grace: 2s
        queues:
          userInitiated: { width: auto }
          authentication:
            width: 1
        operations:
          sdk-init:
            queue: main
            exec:
              command: ["/usr/bin/env", "${env.HOME}", "$$1", 'it''s']
              environment:
                LAUNCH: "${launch.id}"
                COUNT: 3
              directory: /
              stdin: |
                two
                lines
              output: json
            timeout: 1.5s
            stop: [/bin/true, "${operations.sdk-init.value.installation}"]
          later:
            requires: [sdk-init]
            after:
              - everything
            optional: true
            http:
              url: "http://127.0.0.1:8080/a/${operations.sdk-init.value}?b=${env.USER}"
              method: POST
              headers:
                Authorization: "Bearer ${env.TOKEN}"
                X-Launch: ${launch.id}
              body: >-
                folded
                text
              expect: [200, 204]
              output: text
              tryTimeout: 250ms
          everything:
            wait: { tcp: "localhost:80", every: 10ms, tryTimeout: 1s }
          backend: { wait: { http: "https://[::1]:8443/health" }, after: [everything] }
          socket:
            wait:
              socket: /run/postgresql/.s.PGSQL.5432
          flag-file: { wait: { file: "/run/${env.NAME}" } }
          pause: { sleep: 0s }
        actions:
          open.url:
            requires: [sdk-init, everything]
            queue: authentication
            exec: [/bin/true, "${payload.url}", "${operations.later.value}"]
            parameters:
              url: { type: string, format: uri, required: true, maxLength: 2048 }
              how:
                type: string
                enum: [quickly, "slowly", '3']
                description: "How it is opened: anyhow"
              count: { type: integer, enum: [1, 2, 3] }
              part: { type: number }
              twice: { type: boolean }
              deep: { type: object }
              many: { type: array, required: false }
            timeout: 10s
            expires: 1h
          tell:
            http:
              url: "http+unix://%2Frun%2Fx.sock/v1?u=${payload.u}"
              expect: 200
              output: none
            parameters: { u: {} }

        """

    /// The same language, written as JSON.
    static let flow = """
        {"name": "flow", "queues": {"q": {"width": 65536}}, "operations": {
          "a": {"sleep": "1ms", "queue": "q"},
          "b": {"requires": ["a"], "exec": ["/bin/echo", "\\u00e9\\t\\"${operations.a.value}\\""]},
          "c": {"after": ["b", "a"], "http": "https://example.org/", "optional": false}
        }, "actions": {"go": {"sleep": "0.5ms", "requires": ["c"]}}}

        """
}
