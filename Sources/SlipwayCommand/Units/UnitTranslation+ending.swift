internal import SlipwayConfiguration
internal import SlipwayReport

/// Reloads, good ends and stops.
extension UnitTranslation {
    func addReload(_ lines: inout DraftLines) {
        let commands = commands(.execReload)
        var signal = type == "notify-reload" ? unit.value(.reloadSignal) ?? "SIGHUP" : nil
        if commands.count == 1 { signal = commands[0].signalOfMainProcess ?? signal }
        if let word = signal.flatMap(SignalWord.init(lenient:)), SignalWord.reloads.contains(word) {
            lines.remark(
                "It gets the signal when its 'files' have changed: add those that it reads.",
                at: 2
            )
            lines.add("reload: { signal: \(word.rawValue) }", at: 2)
        } else if !commands.isEmpty {
            lines.remark(
                "A reload runs no command here; it starts again what has changed. The unit had:",
                at: 2
            )
            for text in unit.values(.execReload) { lines.quote("ExecReload=\(text)", at: 2) }
        }
    }

    func addSuccess(_ ends: String, _ lines: inout DraftLines) {
        var known = ["0"]
        var isWhole = true
        for word in ends.split(separator: " ") {
            let signal = isProgram ? SignalWord(lenient: word) : nil
            let ending = signal.flatMap { SignalWord.successes.contains($0) ? $0.rawValue : nil }
            guard let name = UInt8(word).map({ "\($0)" }) ?? ending else {
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

    var stops: [UnitCommand] {
        commands(.execStop).filter {
            !$0.words.isEmpty && $0.signalOfMainProcess == nil && !$0.namesMainProcess
        }
    }

    /// The signal of an `ExecStop=` that only sends one; `nil` for none, and for the usual one.
    var stopSignal: String? {
        commands(.execStop).lazy.compactMap(\.signalOfMainProcess).first.flatMap { signal in
            let others = SignalWord.ends.filter { $0 != .term }
            return others.first { $0.rawValue == signal }?.rawValue
        }
    }

    /// An `ExecStop=` sends a signal that is not the one with which a stop begins here.
    private var losesStopSignal: Bool {
        let first = unit.value(.killSignal).map { SignalWord.withoutPrefix($0) }
        let said = first ?? (isProgram ? stopSignal : nil) ?? SignalWord.term.rawValue
        return commands(.execStop).contains { $0.signalOfMainProcess.map { $0 != said } ?? false }
    }

    func addStop(_ lines: inout DraftLines) {
        let left = commands(.execStop).filter {
            $0.signalOfMainProcess == nil && $0.namesMainProcess
        }
        if !left.isEmpty || stops.count > 1 || losesStopSignal {
            lines.remark(
                "One command undoes an operation here, and knows no $MAINPID; a stop of a program begins with "
                    + "its 'stopSignal'. The unit had:",
                at: 2
            )
            for text in unit.values(.execStop) { lines.quote("ExecStop=\(text)", at: 2) }
        }
        guard let stop = stops.first else { return }
        for remark in stop.remarks { lines.remark(remark, at: 2) }
        if settings.lines.isEmpty {
            lines.add("stop: \(YAMLScalar.list(stop.words))", at: 2)
        } else {
            lines.add("stop:", at: 2)
            addProcess(stop, at: 3, &lines)
        }
    }
}
