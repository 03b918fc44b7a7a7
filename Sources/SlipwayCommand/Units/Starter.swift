/// A configuration to start from, with a comment at each part.
struct Starter {
    /// The name of the service.
    let service: String

    /// Writes the configuration.
    ///
    /// - Parameter schema: The place of the schema of configurations.
    /// - Returns: The text of a file.
    func text(schema: String) -> String {
        """
        # yaml-language-server: $schema=\(schema)
        #
        # A service: the steps of its start, the programs that stay, and the actions that it takes. All keys
        # are in slipway.yaml(5), which is also 'slipway help slipway.yaml'.
        #
        #   slipway check FILE     is it right?
        #   slipway graph FILE     what runs when?
        #
        # In a terminal, without root: slipwayd --config FILE; then 'slipway status' in another one. As a unit: put
        # it at /etc/slipway/\(service).yaml, then 'systemctl enable --now slipway@\(service)'.

        name: \(service)

        # From the start of the process to ready. A launch that takes longer fails, and says what it hung on.
        deadline: 30s

        operations:
          # A step: it has to end with 0. What requires nothing starts at once, side by side.
          prepare:
            exec: [/bin/echo, prepared]
            timeout: 10s

          # A program: it stays, as a part of the service.
          main:
            requires: [prepare]
            exec:
              # A program and its arguments; there is no shell, so nothing needs quoting.
              command: [/bin/sleep, infinity]
              # When it is ready: once executed. 'notify' waits for READY=1, 'socket:/PATH' for a connection,
              # and { http: URL }, { tcp: "HOST:PORT" } or { line: TEXT } for those.
              ready: started
            # After an end that was not asked for it is started again, with growing pauses. Without this
            # line the service fails.
            ended: restart

          # What is not needed to be ready; its failure only makes the launch degraded.
          #warm-cache:
          #  stage: background
          #  optional: true
          #  exec: [/usr/bin/curl, --silent, --fail, "http://localhost:8080/warm"]

        # Requests from outside, which wait, stored, until what they require is there:
        # slipway send greet name=Ann --wait done
        actions:
          greet:
            requires: [main]
            exec: [/bin/echo, "Hello, ${payload.name}"]
            parameters:
              name: { type: string, maxLength: 100, required: true }

        """
    }
}
