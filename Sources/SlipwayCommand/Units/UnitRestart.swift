internal import SlipwayConfiguration

/// The keys that say what follows when the program of a unit ends, or hangs.
struct UnitRestart {
    private let unit: UnitFile
    private let type: String

    init(_ unit: UnitFile, type: String) {
        self.unit = unit
        self.type = type
    }

    func add(to lines: inout DraftLines, at depth: Int) {
        switch unit.value(.restart) ?? "no" {
        case "no":
            lines.remark(
                "Restart=no: the service ends with it. After a failure slipway@.service starts it anew.",
                at: depth
            )
            lines.add("ended: stop", at: depth)
        case "always":
            lines.add("ended: restart", at: depth)
            addPauses([], &lines, depth)
        case "on-failure":
            lines.add("ended: restart", at: depth)
            addPauses(["when: failure"], &lines, depth)
        case "on-success":
            lines.remark(
                "Restart=on-success: here also after a failure; 'when' has no such word.",
                at: depth
            )
            lines.add("ended: restart", at: depth)
            addPauses([], &lines, depth)
        case let word:
            lines.remark("Restart=\(word): the nearest is 'when: failure'.", at: depth)
            lines.add("ended: restart", at: depth)
            addPauses(["when: failure"], &lines, depth)
        }
        addWatchdog(&lines, depth)
    }

    private func addPauses(_ terms: [String], _ lines: inout DraftLines, _ depth: Int) {
        var members = terms
        let interval = limit(.startLimitIntervalSec, .startLimitInterval)
        if let burst = limit(.startLimitBurst).flatMap({ Int($0) }), (1...65536) ~= burst {
            members.append("attempts: \(burst)")
        }
        if let span = interval.flatMap({ SystemdTime.span($0) }) {
            if span > .zero {
                members.append("within: \(DurationText.text(span))")
            } else {
                members = terms + ["attempts: unlimited"]
            }
        }
        if let text = unit.value(.restartSec), let pause = SystemdTime.span(text), pause > .zero {
            members.append("initial: \(DurationText.text(pause))")
            if pause > .seconds(60) { members.append("maximum: \(DurationText.text(pause))") }
        }
        if !members.isEmpty {
            lines.add("restart: { \(members.joined(separator: ", ")) }", at: depth)
        }
    }

    private func addWatchdog(_ lines: inout DraftLines, _ depth: Int) {
        guard let text = unit.value(.watchdogSec), let span = SystemdTime.span(text), span > .zero
        else { return }
        if type.hasPrefix("notify"), span >= .milliseconds(100) {
            lines.add("watchdog: \(DurationText.text(span))", at: depth)
        } else {
            lines.remark(
                "WatchdogSec=\(text): only with 'ready: notify'; 'health' asks from outside.",
                at: depth
            )
        }
    }

    /// In `[Unit]`, or in `[Service]` as older ones have it.
    private func limit(_ keys: UnitKey...) -> String? {
        keys.lazy.compactMap { unit.value($0, in: UnitFile.unit) ?? unit.value($0) }.first
    }
}
