internal import SlipwayConfiguration
internal import SlipwayReport

extension UnitTranslation {
    func add(
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
        if !after.isEmpty { lines.add("after: \(YAMLScalar.list(after))", at: 2) }
        lines.add("exec:", at: 2)
        addProcess(step.command, at: 3, &lines)
        if step.isMain, isProgram {
            lines.add("ready: \(type.hasPrefix("notify") ? "notify" : "started")", at: 3)
            if unit.value(.killSignal) == nil, let signal = stopSignal {
                lines.add("stopSignal: \(signal)", at: 3)
            }
        }
        if let timeout { lines.add("timeout: \(DurationText.text(timeout))", at: 2) }
        guard step.isMain else { return }
        if isProgram {
            UnitRestart(unit, type: type).add(to: &lines, at: 2)
            addReload(&lines)
        }
        if let ends = unit.value(.successExitStatus) { addSuccess(ends, &lines) }
        if step.name == steps.last(where: \.isMain)?.name { addStop(&lines) }
    }

    func addProcess(_ command: UnitCommand, at depth: Int, _ lines: inout DraftLines) {
        let isRoot =
            command.isPrivileged
            && [UnitKey.user, .group, .supplementaryGroups].contains { unit.value($0) != nil }
        if isShared {
            lines.add("<<: *process", at: depth)
            if isRoot {
                lines.add("user: root", at: depth)
                lines.add("group: root", at: depth)
                // Those of the others would be merged.
                if unit.value(.supplementaryGroups) != nil {
                    lines.add("supplementaryGroups: [root]", at: depth)
                }
            }
        } else if !settings.lines.isEmpty {
            lines.add(isRoot ? settings.linesOfRoot : settings.lines, at: depth)
        }
        lines.add("command: \(YAMLScalar.list(command.words))", at: depth)
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
                    + "\(unit.value(.busName) ?? "its name on the bus").",
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
}
