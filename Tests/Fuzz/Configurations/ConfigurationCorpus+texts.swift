extension ConfigurationCorpus {
    /// Uses every key, together with ``flow``.
    static let everything = """
        name: fuzzed.service
        deadline: 30s
        grace: 2s
        defaults: { queue: userInitiated, timeout: 30s, retry: 2, priority: low, ended: fail, restart: {} }
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
          backend:
            wait:
              http: { url: "https://[::1]:8443/health", headers: { A: b }, expect: 204, tls: { ca: /ca.pem } }
            after: [everything]
          device:
            http:
              url: "https://example.org/"
              method: PUT
              body: { id: "${env.DEVICE}", "a b": [1, ~, "x ${launch.id}"] }
              output: { body: none, headers: [Location, ETag] }
              redirects: 0
              tls: { certificate: /a.pem, key: "${env.CREDENTIALS_DIRECTORY}/a.key" }
          socket:
            wait:
              socket: /run/postgresql/.s.PGSQL.5432
          flag-file: { wait: { file: "/run/${env.NAME}" } }
          pause: { sleep: 0s }
          login:
            requires: [sdk-init]
            when: { all: [{ any: [{ env: LOGIN }] }, { not: { exists: "/run/${env.NAME}" } }] }
            locks: [session]
            priority: high
            timeout: 9s
            group:
              failFast: false
              value: token
              operations:
                token:
                  exec: { command: [/bin/true], output: json }
                  retry: { attempts: 3, initial: 10ms, maximum: 1s, factor: 1.5, jitter: 0.1, budget: 5m }
                  fallback: { value: { key: [1, ~, 2.5] } }
                  success: [0, 3]
                saved:
                  when: { value: "${operations.token.value.key.0}", equals: 1 }
                  write: { path: "/run/${env.NAME}/token", content: "${operations.token.value}", mode: "0600", owner: web:www }
          web:
            exec: { command: [/bin/web], ready: "socket:/run/${env.NAME}/web" }
            ended: restart
            restart: { attempts: 2, within: 1m, initial: 1s, maximum: 5s }
            health: { tcp: "localhost:80", every: 1s, timeout: 1s, misses: 2 }
            sockets: [http, https]
          job: { exec: { command: [/bin/job], ready: notify }, watchdog: 5s, optional: true, ended: degrade }
          warm: { stage: background, priority: -5, retry: 2, sleep: 1s }
          toggles:
            flags:
              url: "http://localhost:8016/base/"
              context: { targetingKey: "${env.NAME}", seats: 3, home: { city: [1, "${env.NAME}!"] } }
              headers: { X-API-Key: k }
              tryTimeout: 3s
              cache: local-cache-first
              poll: 1m
              changed: toggled
            fallback: { cached: 30d, value: { dark: false } }
          dark: { when: { any: [{ flag: dark }, { flag: hue, of: toggles, equals: blue }] }, sleep: 1s }
        actions:
          toggled: { parameters: { flag: { required: true } }, sleep: 1s }
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
            limit: 20
            priority: high
            coalesce: latest
            effect: once
            retry: { attempts: 3, initial: 1ms }
            whenFailed: wait
          tell:
            durability: memory
            http:
              url: "http+unix://%2Frun%2Fx.sock/v1?u=${payload.u}"
              expect: 200
              output: none
            parameters: { u: { required: true } }
            allow: { groups: [web] }
          hand:
            requires: [web]
            deliver: { to: web, socket: "/run/${env.NAME}/actions" }
        operators: { users: [anna, 1007], groups: [ops] }

        """

    /// The same language, written as JSON.
    static let flow = """
        {"name": "flow", "queues": {"q": {"width": 65536}, "r": 2}, "operations": {
          "a": {"exec": {"command": ["/bin/a"], "output": "json"}, "queue": "q"},
          "b": {"requires": ["a"], "exec": ["/bin/echo", "\\u00e9\\t\\"${operations.a.value}\\""]},
          "c": {"after": ["b", "a"], "http": "https://example.org/", "optional": false}
        }, "actions": {"go": {"sleep": "0.5ms", "requires": ["c"]}}}

        """
}
