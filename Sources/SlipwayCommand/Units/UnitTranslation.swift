internal import SlipwayConfiguration

/// A configuration that does what a unit of systemd does, as far as it can be said; the rest stands in
/// comments at its place.
struct UnitTranslation {
    let unit: UnitFile
    let name: UnitName
    /// The name of the service.
    let service: String
    var texts: UnitText
    /// The commands that are steps or programs, in their order.
    private(set) var steps: [Step] = []
    let settings: UnitSettings

    /// A command with its place.
    struct Step {
        let name: String
        let command: UnitCommand
        let isMain: Bool
    }

    init(_ unit: UnitFile, named name: UnitName, service: String) {
        self.unit = unit
        self.name = name
        self.service = service
        texts = UnitText(name: name)
        settings = UnitSettings(unit, &texts)
        steps =
            numbered("prepare", commands(.execStartPre), isMain: false)
            + numbered(mainName, commands(.execStart), isMain: true)
            + numbered("started", commands(.execStartPost), isMain: false)
    }

    /// Translates the unit.
    ///
    /// - Parameter schema: The place of the schema of configurations.
    /// - Returns: The text of a file.
    func text(schema: String) -> String {
        var lines = DraftLines()
        lines.add("# yaml-language-server: $schema=\(schema)")
        lines.remark("Made of \(name.text) by 'slipway init'.")
        if let words = unit.value(.description, in: UnitFile.unit) {
            lines.remark("It is: \(words)")
        }
        if name.isTemplate {
            lines.remark(
                "It is a template, where '\(UnitName.anyInstance)' stands for an instance: name one, as in "
                    + "'--from-unit \(name.stem)blue', or write it."
            )
        }
        lines.remark("Read the comments, then: slipway check, and slipway graph.")
        lines.add("")
        lines.add("name: \(service)")
        addTimes(&lines)
        lines.add("")
        if isShared {
            lines.remark("What all its processes have.")
            lines.add("x-process: &process")
            lines.add(settings.lines, at: 1)
            lines.add("")
        }
        if steps.isEmpty {
            lines.remark("The unit has no command that can be read; declare an operation.")
            lines.add("operations: {}")
        } else {
            lines.add("operations:")
        }
        var required: String?
        var after: [String] = []
        for (index, step) in steps.enumerated() {
            if index > 0 { lines.add("") }
            add(step, requires: required, after: after, &lines)
            if step.command.ignoresFailure {
                after.append(step.name)
            } else {
                required = step.name
                after = []
            }
        }
        UnitRemainder(unit, service: service).add(to: &lines)
        return lines.text
    }

    // MARK: Commands

    func commands(_ key: UnitKey) -> [UnitCommand] {
        unit.values(key).flatMap(UnitWords.commands).map { UnitCommand($0, texts) }
    }

    private func numbered(_ name: String, _ commands: [UnitCommand], isMain: Bool) -> [Step] {
        commands.filter { !$0.words.isEmpty }.enumerated().map { index, command in
            Step(
                name: commands.count == 1 ? name : "\(name)-\(index + 1)",
                command: command,
                isMain: isMain
            )
        }
    }

    /// Names of operations have no dots.
    private var mainName: String { String(service.map { $0 == "." ? "-" : $0 }.prefix(60)) }

    /// There are settings, and several processes that have them.
    var isShared: Bool { settings.lines.hasKeys && steps.count + stops.count > 1 }

    var type: String {
        unit.value(.type) ?? (unit.values(.execStart).isEmpty ? "oneshot" : "simple")
    }

    var isProgram: Bool { type != "oneshot" }
}
