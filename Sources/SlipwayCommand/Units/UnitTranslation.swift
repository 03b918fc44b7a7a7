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
    private var steps: [Step] = []
    private let settings: UnitSettings

    /// A command with its place.
    private struct Step {
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
            numbered("prepare", commands("ExecStartPre"), isMain: false)
            + numbered(mainName, commands("ExecStart"), isMain: true)
            + numbered("started", commands("ExecStartPost"), isMain: false)
    }

    /// Translates the unit.
    ///
    /// - Parameter schema: The place of the schema of configurations.
    /// - Returns: The text of a file.
    func text(schema: String) -> String {
        var lines = DraftLines()
        lines.add("# yaml-language-server: $schema=\(schema)")
        lines.remark("Made of \(name.text) by 'slipway init'.")
        if let words = unit.value("Description", in: "Unit") { lines.remark("It is: \(words)") }
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

    private func commands(_ key: String) -> [UnitCommand] {
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

    private var stops: [UnitCommand] {
        commands("ExecStop").filter {
            !$0.words.isEmpty && $0.signalOfMainProcess == nil && !$0.namesMainProcess
        }
    }

    /// The signal of an `ExecStop=` that only sends one; `nil` for none, and for the usual one.
    private var stopSignal: String? {
        commands("ExecStop").lazy.compactMap(\.signalOfMainProcess).first.flatMap { signal in
            let isKnown = ProcessSettings.EndSignal(rawValue: signal) != nil
            return isKnown && signal != ProcessSettings.EndSignal.term.rawValue ? signal : nil
        }
    }

    /// An `ExecStop=` sends a signal that is not the one with which a stop begins here.
    private var losesStopSignal: Bool {
        let first = unit.value("KillSignal").map {
            $0.hasPrefix("SIG") ? String($0.dropFirst(3)) : $0
        }
        let said =
            first ?? (isProgram ? stopSignal : nil) ?? ProcessSettings.EndSignal.term.rawValue
        return commands("ExecStop").contains { $0.signalOfMainProcess.map { $0 != said } ?? false }
    }

    /// There are settings, and several processes that have them.
    private var isShared: Bool { settings.lines.hasKeys && steps.count + stops.count > 1 }

    private var type: String {
        unit.value("Type") ?? (unit.values("ExecStart").isEmpty ? "oneshot" : "simple")
    }

    private var isProgram: Bool { type != "oneshot" }

    // MARK: Times

    private func addTimes(_ lines: inout DraftLines) {
        if let timeout, timeout * steps.count > .seconds(90) {
            lines.remark("From the start of the process to ready: each step may take its timeout.")
            lines.add("deadline: \(DurationText.text(timeout * steps.count))")
        }
        if let text = unit.value("TimeoutStartSec") ?? unit.value("TimeoutSec"), timeout == nil,
            text == "infinity" || text == "0"
        {
            lines.remark(
                "TimeoutStartSec=\(text): a launch has a deadline all the same, 90s by default; write how "
                    + "long it may take."
            )
            lines.add("deadline: 90s")
        }
        guard let text = unit.value("TimeoutStopSec") ?? unit.value("TimeoutSec") else { return }
        guard let grace = SystemdTime.span(text), grace > .zero else {
            return lines.remark(
                "TimeoutStopSec=\(text): each process has the 'grace', 10s by default."
            )
        }
        lines.remark("How long each process may take to end before it is killed.")
        lines.add("grace: \(DurationText.text(grace))")
    }

    private var timeout: Duration? {
        (unit.value("TimeoutStartSec") ?? unit.value("TimeoutSec")).flatMap { SystemdTime.span($0) }
            .flatMap { $0 > .zero ? $0 : nil }
    }

    // MARK: Operations

    private func add(
        _ step: Step,
        requires: String?,
        after: [String],
        _ lines: inout DraftLines
    ) {
        lines.add("\(step.name):", at: 1)
        if step.isMain, isProgram { addRemarksOfType(&lines) }
        for remark in step.command.remarks { lines.remark(remark, at: 2) }
        if step.command.ignoresFailure, !(step.isMain && isProgram) {
            lines.remark("'-': its failure does not matter. The launch is degraded then.", at: 2)
            lines.add("optional: true", at: 2)
        }
        if let requires { lines.add("requires: [\(requires)]", at: 2) }
        if !after.isEmpty { lines.add("after: \(DraftLines.list(after))", at: 2) }
        lines.add("exec:", at: 2)
        addProcess(step.command, at: 3, &lines)
        if step.isMain, isProgram {
            lines.add("ready: \(type.hasPrefix("notify") ? "notify" : "started")", at: 3)
            if unit.value("KillSignal") == nil, let signal = stopSignal {
                lines.add("stopSignal: \(signal)", at: 3)
            }
        }
        if let timeout { lines.add("timeout: \(DurationText.text(timeout))", at: 2) }
        guard step.isMain else { return }
        if isProgram {
            UnitRestart(unit, type: type).add(to: &lines, at: 2)
            addReload(&lines)
        }
        if let ends = unit.value("SuccessExitStatus") { addSuccess(ends, &lines) }
        if step.name == steps.last(where: \.isMain)?.name { addStop(&lines) }
    }

    private func addProcess(_ command: UnitCommand, at depth: Int, _ lines: inout DraftLines) {
        let isRoot =
            command.isPrivileged
            && ["User", "Group", "SupplementaryGroups"].contains { unit.value($0) != nil }
        if isShared {
            lines.add("<<: *process", at: depth)
            if isRoot {
                lines.add("user: root", at: depth)
                lines.add("group: root", at: depth)
                // Those of the others would be merged.
                if unit.value("SupplementaryGroups") != nil {
                    lines.add("supplementaryGroups: [root]", at: depth)
                }
            }
        } else if !settings.lines.isEmpty {
            lines.add(isRoot ? settings.linesOfRoot : settings.lines, at: depth)
        }
        lines.add("command: \(DraftLines.list(command.words))", at: depth)
    }

    private func addRemarksOfType(_ lines: inout DraftLines) {
        switch type {
        case "forking":
            lines.remark(
                "Type=forking: a program stays in the foreground here. Find its option for that; it is ready "
                    + "once it is executed, unless 'ready' says more.",
                at: 2
            )
        case "dbus":
            lines.remark(
                "Type=dbus: it is ready once it is executed here, not when it has "
                    + "\(unit.value("BusName") ?? "its name on the bus").",
                at: 2
            )
        case "simple", "exec", "idle":
            lines.remark(
                "It is ready once it is executed, as Type=\(type) has it; 'ready' can say more: a socket, an "
                    + "HTTP request, a line.",
                at: 2
            )
        default: break
        }
    }

    private func addReload(_ lines: inout DraftLines) {
        let commands = commands("ExecReload")
        var signal = type == "notify-reload" ? unit.value("ReloadSignal") ?? "SIGHUP" : nil
        if commands.count == 1 { signal = commands[0].signalOfMainProcess ?? signal }
        let word = signal.map { $0.hasPrefix("SIG") ? String($0.dropFirst(3)) : $0 }
        if let word, ReloadSpecification.Signal(rawValue: word) != nil {
            lines.remark(
                "It gets the signal when its 'files' have changed: add those that it reads.",
                at: 2
            )
            lines.add("reload: { signal: \(word) }", at: 2)
        } else if !commands.isEmpty {
            lines.remark(
                "A reload runs no command here; it starts again what has changed. The unit had:",
                at: 2
            )
            for text in unit.values("ExecReload") { lines.quote("ExecReload=\(text)", at: 2) }
        }
    }

    private func addSuccess(_ ends: String, _ lines: inout DraftLines) {
        var known = ["0"]
        var isWhole = true
        for word in ends.split(separator: " ") {
            let signal = word.hasPrefix("SIG") ? String(word.dropFirst(3)) : String(word)
            let isSignal = isProgram && SuccessSpecification.Signal(rawValue: signal) != nil
            guard let name = UInt8(word).map({ "\($0)" }) ?? (isSignal ? signal : nil) else {
                isWhole = false
                continue
            }
            if !known.contains(name) { known.append(name) }
        }
        if !isWhole {
            let others = isProgram ? " and some signals" : ""
            lines.remark("SuccessExitStatus=\(ends): here only 0 to 255\(others).", at: 2)
        }
        if known.count > 1 { lines.add("success: [\(known.joined(separator: ", "))]", at: 2) }
    }

    private func addStop(_ lines: inout DraftLines) {
        let left = commands("ExecStop").filter {
            $0.signalOfMainProcess == nil && $0.namesMainProcess
        }
        if !left.isEmpty || stops.count > 1 || losesStopSignal {
            lines.remark(
                "One command undoes an operation here, and knows no $MAINPID; a stop of a program begins with "
                    + "its 'stopSignal'. The unit had:",
                at: 2
            )
            for text in unit.values("ExecStop") { lines.quote("ExecStop=\(text)", at: 2) }
        }
        guard let stop = stops.first else { return }
        for remark in stop.remarks { lines.remark(remark, at: 2) }
        if settings.lines.isEmpty {
            lines.add("stop: \(DraftLines.list(stop.words))", at: 2)
        } else {
            lines.add("stop:", at: 2)
            addProcess(stop, at: 3, &lines)
        }
    }
}
