/// The examples of the pages of commands.
///
/// The examples are about the service of slipway.yaml(5), in the order of the commands: a test runs
/// them all.
enum CommandExamples {
    /// The examples by the name of the command; those of slipway(1) have an empty name.
    static let all: [String: [CommandExample]] = [
        "": [
            CommandExample(
                "Is it right, and is it running?",
                "slipway check shop.yaml && slipway --app shop status"
            ),
            CommandExample("Where did the time go?", "slipway time && slipway critical-chain"),
        ],
        "init": [
            CommandExample("A configuration to start from:", "slipway init new.yaml"),
            CommandExample(
                "One that is made of a unit:",
                "slipway init --from-unit ./web.service web.yaml"
            ),
        ],
        "check": [
            CommandExample(
                "All faults of a configuration, for people and for machines:",
                "slipway check shop.yaml"
            ),
            CommandExample("For machines:", "slipway check --format json shop.yaml"),
        ],
        "graph": [
            CommandExample("What waits for what?", "slipway graph shop.yaml"),
            CommandExample("As a picture:", "slipway graph --format svg shop.yaml >shop.svg"),
        ],
        "status": [
            CommandExample("Where is it, and what does it wait for?", "slipway status"),
            CommandExample(
                "In a script: degraded is not good enough.",
                "slipway status --strict >/dev/null"
            ),
        ],
        "explain": [
            CommandExample("Why is it not ready?", "slipway explain"),
            CommandExample("Why does an operation not start?", "slipway explain web"),
        ],
        "wait": [
            CommandExample(
                "Until it is ready, for at most half a minute:",
                "slipway wait --timeout 30s"
            ),
            CommandExample("Until one operation has ended:", "slipway wait --for migrate"),
        ],
        "watch": [
            CommandExample(
                "The launch as it happens, until it is ready:",
                "slipway watch --until ready"
            )
        ],
        "send": [
            CommandExample(
                "Send an action, and wait for its end:",
                "slipway send open-url url=https://example.org/ --wait done"
            ),
            CommandExample(
                "Send it, however often the script runs, once:",
                "slipway send open-url url=https://example.org/ --key order-1"
            ),
            CommandExample(
                "The payload from a pipe:",
                "echo '{\"url\": \"https://example.org/\"}' | slipway send open-url -"
            ),
        ],
        "actions": [
            CommandExample("The last ten:", "slipway actions --limit 10"),
            CommandExample(
                "Those that failed, for machines:",
                "slipway actions --state failed --json"
            ),
        ],
        "cancel": [
            CommandExample(
                "An action, by its identity or the beginning of it:",
                "slipway cancel \"$id\" --reason 'not needed'"
            )
        ],
        "retry": [
            CommandExample(
                "Once more what failed, but for what was retried before:",
                "slipway retry --kind open-url"
            )
        ],
        "backup": [
            CommandExample(
                "A copy of what waits and what has ended:",
                "slipway backup shop-actions.db"
            )
        ],
        "values": [CommandExample("What is kept for fallbacks?", "slipway values")],
        "reload": [
            CommandExample("What would change?", "slipway reload --dry-run"),
            CommandExample("Bring it in:", "slipway reload"),
        ],
        "list": [CommandExample("Which services does the machine have?", "slipway list")],
        "programs": [CommandExample("What do its programs use?", "slipway programs")],
        "pause": [CommandExample("Nothing new starts on the main queue:", "slipway pause main")],
        "resume": [CommandExample("Let it go on:", "slipway resume main")],
        "drain": [
            CommandExample(
                "Before a stop that is to interrupt no action:",
                "slipway drain --timeout 30s && systemctl stop slipway@shop"
            )
        ],
        "stop": [
            CommandExample("End one program, and leave the rest as it is:", "slipway stop web")
        ],
        "start": [CommandExample("Start it again:", "slipway start web")],
        "restart": [CommandExample("End it and start it anew:", "slipway restart web")],
        "logs": [
            CommandExample(
                "What a program of a unit's service wrote since an hour ago:",
                "slipway logs web -- --since -1h"
            )
        ],
        "time": [CommandExample("Where did the time to ready go?", "slipway time")],
        "blame": [CommandExample("The slowest three:", "slipway blame --limit 3")],
        "critical-chain": [CommandExample("What set the time to ready?", "slipway critical-chain")],
        "plot": [CommandExample("A picture of the launch:", "slipway plot >launch.svg")],
        "trace": [CommandExample("For ui.perfetto.dev:", "slipway trace >launch.json")],
        "history": [CommandExample("The last launches:", "slipway history --limit 5")],
        "compare": [CommandExample("This launch and the one before it:", "slipway compare -1 0")],
        "advise": [CommandExample("What is worth making faster?", "slipway advise")],
        "simulate": [
            CommandExample(
                "When would it be ready?",
                "slipway simulate shop.yaml --duration migrate=2s"
            )
        ],
        "what-if": [
            CommandExample(
                "In CI: a failure ends in half a minute, never in a hang.",
                "slipway what-if shop.yaml --require 'fails: ends within 30s'"
            )
        ],
        "metrics": [CommandExample("For Prometheus:", "slipway metrics --output slipway.prom")],
        "export": [
            CommandExample(
                "For a collector of OpenTelemetry:",
                "slipway export --otlp >launch-otlp.json"
            )
        ],
        "call": [CommandExample("A method, by hand:", "slipway call GetStatus")],
        "introspect": [CommandExample("What can be called?", "slipway introspect")],
    ]
}
