internal import ArgumentParser
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwayOperations
internal import SlipwayPictures
internal import SlipwayVarlink

/// `slipway what-if` answers "what happens when something breaks?".
struct WhatIf: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "what-if",
        abstract: "Show what becomes of a launch when an operation fails, hangs, or is slow.",
        discussion: """
            FILE is a configuration, '-' for standard input. It is launched in virtual time with each \
            operation failing, hanging, and being ten times slower, one at a time; of a program, also with \
            its end after it was ready; on a terminal a line of stderr says how far it is. Nothing is executed. Conditions hold, and fallbacks give a value, \
            those from a cache too.

            AFTER counts from the start of the process to ready, or to the failure; of what ends later, from \
            that end until it is there again. ACTIONS is the answer to a sender whose action was sent when \
            the launch began and does not just run, where there is a state directory.

            '--require' is for tests: \(WhatIfRequirement.forms). Exits with 1 if a row breaks one.
            """
    )

    @Argument(help: "The configuration.", completion: .file(extensions: ["yaml", "yml", "json"]))
    var file: String

    @Option(
        name: .customLong("default"),
        help: ArgumentHelp("How long an attempt of every other operation takes.", valueName: "time")
    )
    var otherwise = SimulatedTime(.milliseconds(100))

    @Option(
        name: .customLong("require"),
        parsing: .singleValue,
        help: ArgumentHelp(
            "What every row has to meet, such as 'ready within 30s'.",
            valueName: "requirement"
        )
    )
    var requirements: [RequirementArgument] = []

    @OptionGroup var course: CourseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let configured = try ConfigurationArgument(text: file).load()
        let courses = try course.courses(otherwise: otherwise.duration)
        let line = LiveLine(on: .error, isWanted: !output.json)
        let whatIf = configured.graph.whatIf(
            SimulationTerms(beforeLaunch: courses.beforeLaunch, width: course.width),
            keepsActions: true,
            programs: configured.configuration.programPolicies,
            onProgress: { done, count in
                line.words = { _ in "what if: \(done) of \(count) operations simulated" }
                line.look()
            },
            course: courses.course
        )
        line.erase()
        let broken = requirements.map { requirement in
            BrokenRequirement(
                requirement: requirement.text,
                rows: whatIf.rows.filter { !requirement.requirement.isMet(by: $0) }
            )
        }.filter { !$0.rows.isEmpty }
        let lines = broken.flatMap {
            ["", "Not \($0.requirement):"] + $0.rows.map { "  if \($0.assumption): \($0.result)" }
        }
        try output.print(
            json: WhatIfRecord(whatIf: whatIf, broken: broken).json(),
            text: ([whatIf.text] + lines).joined(separator: "\n")
        )
        if !broken.isEmpty { throw CommandFailure.no() }
    }
}

extension Configuration {
    /// The consequence of the end of each program, by its operation.
    fileprivate var programPolicies: [String: EndPolicy] {
        var policies: [String: EndPolicy] = [:]
        var open = operations
        while let operation = open.popLast() {
            if let program = operation.program { policies[operation.name] = program.end.policy }
            if case .group(let group) = operation.body { open += group.operations }
        }
        return policies
    }
}
