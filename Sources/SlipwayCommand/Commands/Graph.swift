internal import ArgumentParser
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwayReport

/// `slipway graph` answers "what runs when?".
struct Graph: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Draw what runs when.",
        discussion: """
            Cycles and unknown names are drawn too, in red; their faults are on stderr, and the \
            exit code is 78. For a picture: 'slipway graph --format dot FILE | dot -Tsvg'.
            """
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, dot, mermaid
    }

    @Argument(help: "The configuration.", completion: .file(extensions: ["yaml", "yml", "json"]))
    var file: String

    @Option(help: "What to draw it in.")
    var format = Format.text

    func run() throws {
        let plan: Plan
        var faults: [ConfigurationFault] = []
        do throws(ConfigurationFaults) {
            plan = try ConfiguredGraph.load(path: file).graph.plan
        } catch {
            faults = error.faults
            // With faults of the graph alone there is still a plan to draw.
            guard let drawable = error.plan else { throw Self.failure(faults) }
            plan = drawable
        }
        try Output.standard.print(Self.text(GraphDrawing(plan), format, .standard))
        if !faults.isEmpty { throw Self.failure(faults) }
    }

    static func text(_ drawing: GraphDrawing, _ format: Format, _ style: Style) -> String {
        switch format {
        case .text: drawing.text(strong: style.bad)
        case .dot: drawing.dot
        case .mermaid: drawing.mermaid
        }
    }

    private static func failure(_ faults: [ConfigurationFault]) -> CommandFailure {
        try? Output.error.print(faults.flatMap(\.lines))
        let result = CheckResult(path: "", faults: faults)
        return CommandFailure(exitCode: CheckResult.exitCode(of: [result]), message: nil)
    }
}
