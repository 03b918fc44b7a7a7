internal import ArgumentParser
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwayOperations
internal import SlipwayPictures
internal import SlipwayVarlink

/// `slipway graph` answers "what runs when?".
struct Graph: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "graph",
        abstract: "Draw what runs when.",
        discussion: """
            FILE is a configuration, '-' for standard input. Cycles and unknown names are drawn \
            too, in red; their faults are on stderr, and the exit code is 78. For a picture: \
            'slipway graph --format svg FILE >plan.svg'. A group is a frame around its \
            operations; in 'dot' and 'mermaid' it has a box for its end too, and the table has a \
            column for the group.

            '--format json' prints {"name", "nodes"}: the operations and groups in the order in \
            which they are declared, a group after what is in it, then the kinds of action. Each \
            node has 'name', 'kind' (operation, group or action), 'requires' and 'after' (names), \
            'file', 'line' and 'column'; an operation and an action have 'queue'; operations and \
            groups have 'stage', 'priority', 'optional', 'locks' and, if they are in one, 'group'. \
            'timeoutUSec', 'budgetUSec', 'attempts' (more than one), 'when' (in words) and \
            'fallback' are there where they are declared.
            """
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, dot, mermaid, svg, json
    }

    @Argument(help: "The configuration.", completion: .file(extensions: ["yaml", "yml", "json"]))
    var file: String

    @Option(help: "What to draw it in.")
    var format = Format.text

    func run() throws {
        let plan: Plan
        var faults: [ConfigurationFault] = []
        do throws(ConfigurationFaults) {
            plan = try ConfigurationArgument(text: file).load().graph.plan
        } catch {
            faults = error.faults
            // A configuration whose only faults are in its graph still has a plan to draw.
            guard let drawable = error.plan else { throw Self.failure(faults) }
            plan = drawable
        }
        try Output.standard.print(Self.text(plan, format, .standard))
        if !faults.isEmpty { throw Self.failure(faults) }
    }

    static func text(_ plan: Plan, _ format: Format, _ style: Style) -> String {
        switch format {
        case .text: GraphDrawing(plan).text(strong: style.bad)
        case .dot: GraphDrawing(plan).dot
        case .mermaid: GraphDrawing(plan).mermaid
        case .svg: GraphDrawing(plan).svg
        case .json: PlanRecord(plan).json().text()
        }
    }

    private static func failure(_ faults: [ConfigurationFault]) -> CommandFailure {
        try? Output.error.print(faults.flatMap(\.lines))
        let result = CheckResult(path: "", faults: faults)
        return CommandFailure(exitCode: CheckResult.exitCode(of: [result]), message: nil)
    }
}
