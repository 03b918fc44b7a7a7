internal import SlipwayConfiguration

/// A configuration that does what a unit of systemd does, as far as it can be said; the rest stands in
/// comments at its place.
///
/// ``UnitFate/table`` has what becomes of each directive.
struct UnitTranslation {
    let unit: UnitFile
    let name: UnitName
    /// The name of the service.
    let service: String
    let settings: UnitSettings
    /// The commands that are steps or programs, in their order.
    private(set) var steps: [Step] = []

    /// A command, with the name of its operation.
    struct Step {
        let name: String
        let command: UnitCommand
        let isMain: Bool
    }

    init(_ unit: UnitFile, named name: UnitName, service: String) {
        self.unit = unit
        self.name = name
        self.service = service
        settings = UnitSettings(unit, UnitText(name: name))
        // Names of operations have no dots.
        let main = String(service.map { $0 == "." ? "-" : $0 }.prefix(60))
        steps =
            numbered("prepare", "ExecStartPre") + numbered(main, "ExecStart", isMain: true)
            + numbered("started", "ExecStartPost")
    }

    /// Translates the unit.
    ///
    /// - Parameter schema: The place of the schema of configurations.
    /// - Returns: The text of a file.
    func text(schema: String) -> String {
        var lines = DraftLines()
        lines.add("# yaml-language-server: $schema=\(schema)")
        lines.remark("Made of \(name.text) by 'slipway init'.")
        if let words = unit.value("Description", in: UnitFile.unit) {
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
        addTimes(to: &lines)
        lines.add("")
        if isShared {
            lines.remark("What all its processes have.")
            lines.add("x-process: &process")
            lines.add(settings.lines, at: 1)
            lines.add("")
        }
        if steps.isEmpty {
            lines.remark("The unit has no command that can be read; declare an operation.")
        }
        lines.add(steps.isEmpty ? "operations: {}" : "operations:")
        var required: String?
        var after: [String] = []
        for (index, step) in steps.enumerated() {
            if index > 0 { lines.add("") }
            add(step, requires: required, after: after, to: &lines)
            if step.command.ignoresFailure {
                after.append(step.name)
            } else {
                (required, after) = (step.name, [])
            }
        }
        addRemainder(to: &lines)
        return lines.text
    }

    private func addTimes(to lines: inout DraftLines) {
        let start = unit.value("TimeoutStartSec", "TimeoutSec")
        if let timeout, timeout * steps.count > .seconds(90) {
            lines.remark("From the start of the process to ready: each step may take its timeout.")
            lines.add("deadline: \(DurationText.text(timeout * steps.count))")
        } else if let start, ["infinity", "0"].contains(start) {
            lines.remark(
                "TimeoutStartSec=\(start): a launch has a deadline all the same, 90s by default; write how "
                    + "long it may take."
            )
            lines.add("deadline: 90s")
        }
        guard let stop = unit.value("TimeoutStopSec", "TimeoutSec") else { return }
        guard let grace = span(stop) else {
            return lines.remark(
                "TimeoutStopSec=\(stop): each process has the 'grace', 10s by default."
            )
        }
        lines.remark("How long each process may take to end before it is killed.")
        lines.add("grace: \(DurationText.text(grace))")
    }

    /// Adds what has no counterpart, and lines for a drop-in of the unit that runs the daemon.
    private func addRemainder(to lines: inout DraftLines) {
        let given = unit.assignments.filter { !$0.value.isEmpty }
        let lost = given.compactMap { line in
            if case .nothing(let words) = UnitFate.of(line) { (line.text, words) } else { nil }
        }
        if !lost.isEmpty {
            lines.add("")
            lines.remark("There is nothing here for:")
        }
        for (text, words) in lost {
            lines.quote([text])
            if !words.isEmpty { lines.remark(words) }
        }
        let kept = [UnitFile.unit, UnitFile.service].map { section in
            given.filter { $0.section == section && UnitFate.of($0) == nil }
        }
        .filter { !$0.isEmpty }
        if !kept.isEmpty {
            lines.add("")
            lines.remark(
                "Of the unit that runs the daemon, not of this file. 'systemctl edit slipway@\(service)' takes "
                    + "these lines; check those that slipway@.service has, too:"
            )
        }
        for kept in kept { lines.quote(["[\(kept[0].section)]"] + kept.map(\.text)) }
    }

    // MARK: Commands

    func commands(_ key: String) -> [UnitCommand] {
        unit.values(key).flatMap(UnitWords.commands).map { UnitCommand($0, settings.texts) }
    }

    private func numbered(_ name: String, _ key: String, isMain: Bool = false) -> [Step] {
        let commands = commands(key).filter { !$0.words.isEmpty }
        return commands.enumerated().map { index, command in
            let name = commands.count == 1 ? name : "\(name)-\(index + 1)"
            return Step(name: name, command: command, isMain: isMain)
        }
    }

    /// There are settings, and several processes that have them.
    var isShared: Bool { settings.lines.hasKeys && steps.count + stops.count > 1 }

    var type: String {
        unit.value("Type") ?? (unit.values("ExecStart").isEmpty ? "oneshot" : "simple")
    }

    var isProgram: Bool { type != "oneshot" }

    var timeout: Duration? { span(unit.value("TimeoutStartSec", "TimeoutSec")) }

    /// A time of systemd; `nil` for none, and for one that is no limit.
    func span(_ text: String?) -> Duration? {
        text.flatMap { SystemdTime.span($0) }.flatMap { $0 > .zero ? $0 : nil }
    }
}
