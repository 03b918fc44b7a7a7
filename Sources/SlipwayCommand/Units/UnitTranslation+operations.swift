internal import SlipwayConfiguration
internal import SlipwayPictures

/// The operations: what is executed, what follows its end, reloads, and stops.
extension UnitTranslation {
    func add(_ step: Step, requires: String?, after: [String], to lines: inout DraftLines) {
        lines.add("\(step.name):", at: 1)
        lines.depth = 2
        defer { lines.depth = 0 }
        let isProgram = step.isMain && isProgram
        if isProgram, let remarkOfType { lines.remark(remarkOfType) }
        for remark in step.command.remarks { lines.remark(remark) }
        if step.command.ignoresFailure, !isProgram {
            lines.remark("'-': its failure does not matter. The launch is degraded then.")
            lines.add("optional: true")
        }
        if let requires { lines.add("requires: [\(requires)]") }
        if !after.isEmpty { lines.add("after: \(YAMLScalar.list(after))") }
        lines.add("exec:")
        add(step.command, to: &lines)
        if isProgram {
            lines.add("ready: \(isNotifying ? "notify" : "started")", at: 3)
            if unit.value("KillSignal") == nil, let stopSignal {
                lines.add("stopSignal: \(stopSignal)", at: 3)
            }
        }
        if let timeout { lines.add("timeout: \(DurationText.text(timeout))") }
        if isProgram {
            addRestart(to: &lines)
            addReload(to: &lines)
        }
        if step.isMain { addSuccess(to: &lines) }
        if step.name == steps.last(where: \.isMain)?.name { addStop(to: &lines) }
    }

    private var isNotifying: Bool { type.hasPrefix("notify") }

    /// Adds the keys of `exec`.
    private func add(_ command: UnitCommand, to lines: inout DraftLines) {
        let isRoot = command.isPrivileged && settings.accounts > 0
        if isShared {
            lines.add("<<: *process", at: 3)
        } else {
            let own = settings.lines.lines.dropFirst(isRoot ? settings.accounts : 0)
            for line in own { lines.add(line, at: 3) }
        }
        if isRoot {
            lines.add("user: root", at: 3)
            lines.add("group: root", at: 3)
            // The supplementary groups of the other processes would be merged in.
            if isShared, unit.value("SupplementaryGroups") != nil {
                lines.add("supplementaryGroups: [root]", at: 3)
            }
        }
        lines.add("command: \(YAMLScalar.list(command.words))", at: 3)
    }

    private var remarkOfType: String? {
        switch type {
        case "forking":
            "Type=forking: a program stays in the foreground here. Find its option for that; it is ready "
                + "once it is executed, unless 'ready' says more."
        case "dbus":
            "Type=dbus: it is ready once it is executed here, not when it has "
                + "\(unit.value("BusName") ?? "its name on the bus")."
        case "simple", "exec", "idle":
            "It is ready once it is executed, as Type=\(type) has it; 'ready' can say more: a socket, an "
                + "HTTP request, a line."
        default: nil
        }
    }

    private func addRestart(to lines: inout DraftLines) {
        let word = unit.value("Restart") ?? "no"
        let remark: String? =
            switch word {
            case "no":
                "Restart=no: the service ends with the program. After a failure slipway@.service "
                    + "starts the service anew."
            case "always", "on-failure": nil
            case "on-success":
                "Restart=on-success: here also after a failure; 'when' has no such word."
            default: "Restart=\(word): the nearest is 'when: failure'."
            }
        if let remark { lines.remark(remark) }
        lines.add("ended: \(word == "no" ? "stop" : "restart")")
        let pauses = pauses(after: word)
        if word != "no", !pauses.isEmpty {
            lines.add("restart: { \(pauses.joined(separator: ", ")) }")
        }
        guard let text = unit.value("WatchdogSec"), let watchdog = span(text) else { return }
        if isNotifying, watchdog >= .milliseconds(100) {
            lines.add("watchdog: \(DurationText.text(watchdog))")
        } else {
            lines.remark(
                "WatchdogSec=\(text): only with 'ready: notify'; 'health' asks from outside."
            )
        }
    }

    private func pauses(after word: String) -> [String] {
        var members = ["always", "on-success"].contains(word) ? [] : ["when: failure"]
        let interval = limit("StartLimitIntervalSec", "StartLimitInterval")
            .flatMap { SystemdTime.span($0) }
        if interval == .zero {
            members.append("attempts: unlimited")
        } else {
            let burst = limit("StartLimitBurst").flatMap { Int($0) }
            if let burst, 1...65536 ~= burst { members.append("attempts: \(burst)") }
            if let interval { members.append("within: \(DurationText.text(interval))") }
        }
        if let pause = span(unit.value("RestartSec")) {
            members.append("initial: \(DurationText.text(pause))")
            if pause > .seconds(60) { members.append("maximum: \(DurationText.text(pause))") }
        }
        return members
    }

    /// A limit of starts, from `[Unit]`, or from `[Service]` as older units have it.
    private func limit(_ keys: String...) -> String? {
        keys.lazy.compactMap { unit.value($0, in: UnitFile.unit) ?? unit.value($0) }.first
    }

    private func addReload(to lines: inout DraftLines) {
        let commands = commands("ExecReload")
        var signal = type == "notify-reload" ? unit.value("ReloadSignal") ?? "SIGHUP" : nil
        if commands.count == 1 { signal = commands[0].signalOfMainProcess ?? signal }
        if let signal = signal.flatMap({ SignalWord.named($0, of: SignalWord.reloads) }) {
            lines.remark(
                "It gets the signal when its 'files' have changed: add those that it reads."
            )
            lines.add("reload: { signal: \(signal) }")
        } else if !commands.isEmpty {
            lines.remark(
                "A reload runs no command here; it starts again what has changed. The unit had:"
            )
            lines.quote(unit.values("ExecReload").map { "ExecReload=\($0)" })
        }
    }

    private func addSuccess(to lines: inout DraftLines) {
        guard let ends = unit.value("SuccessExitStatus") else { return }
        let signals = isProgram ? SignalWord.successes : []
        let words = ends.split(separator: " ").map { word in
            UInt8(word).map { "\($0)" } ?? SignalWord.named(word, of: signals)
        }
        if words.contains(nil) {
            let others = isProgram ? " and some signals" : ""
            lines.remark("SuccessExitStatus=\(ends): here only 0 to 255\(others).")
        }
        var known = ["0"]
        for case let word? in words where !known.contains(word) { known.append(word) }
        if known.count > 1 { lines.add("success: [\(known.joined(separator: ", "))]") }
    }

    /// The commands of a stop that do more than send a signal, and need no number of the main
    /// process.
    var stops: [UnitCommand] {
        commands("ExecStop").filter {
            !$0.words.isEmpty && $0.signalOfMainProcess == nil && !$0.namesMainProcess
        }
    }

    /// The signals that the other commands of a stop send.
    private var stopSignals: [String] { commands("ExecStop").compactMap(\.signalOfMainProcess) }

    /// The first of these signals, if it is not the usual one.
    private var stopSignal: String? {
        stopSignals.first.flatMap { signal in
            SignalWord.named(signal, of: SignalWord.ends.filter { $0 != .term })
        }
    }

    private func addStop(to lines: inout DraftLines) {
        let stops = stops
        let isLost = commands("ExecStop").contains {
            $0.signalOfMainProcess == nil && $0.namesMainProcess
        }
        // The signal with which a stop begins here.
        let first = unit.value("KillSignal").map { SignalWord.withoutPrefix($0) }
        let signal = first ?? (isProgram ? stopSignal : nil) ?? SignalWord.term.rawValue
        if isLost || stops.count > 1 || !stopSignals.allSatisfy({ $0 == signal }) {
            lines.remark(
                "One command undoes an operation here, and knows no $MAINPID; a stop of a program begins with "
                    + "its 'stopSignal'. The unit had:"
            )
            lines.quote(unit.values("ExecStop").map { "ExecStop=\($0)" })
        }
        guard let stop = stops.first else { return }
        for remark in stop.remarks { lines.remark(remark) }
        if settings.lines.isEmpty {
            lines.add("stop: \(YAMLScalar.list(stop.words))")
        } else {
            lines.add("stop:")
            add(stop, to: &lines)
        }
    }
}

extension SignalWord {
    /// A signal as a key has it, without `SIG`; `nil` if it is not one of `signals`.
    static func named(_ text: some StringProtocol, of signals: [SignalWord]) -> String? {
        SignalWord(lenient: text).flatMap { signals.contains($0) ? $0.rawValue : nil }
    }
}
