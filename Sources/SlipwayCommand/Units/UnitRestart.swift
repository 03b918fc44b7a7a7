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
        switch unit.value("Restart") ?? "no" {
        case "no":
            lines.remark(
                "Restart=no: with 'fail' the service fails when it ends, which slipway@.service starts anew.",
                at: depth
            )
            lines.add("ended: fail", at: depth)
        case "always":
            lines.add("ended: restart", at: depth)
            addPauses(&lines, depth)
        case let word:
            lines.remark(
                "Restart=\(word): here every end counts that was not asked for.",
                at: depth
            )
            lines.add("ended: restart", at: depth)
            addPauses(&lines, depth)
        }
        addWatchdog(&lines, depth)
    }

    private func addPauses(_ lines: inout DraftLines, _ depth: Int) {
        var members: [String] = []
        let interval = limit("StartLimitIntervalSec", "StartLimitInterval")
        if let burst = limit("StartLimitBurst").flatMap({ Int($0) }), (1...65536) ~= burst {
            members.append("attempts: \(burst)")
        }
        if let span = interval.flatMap({ SystemdTime.span($0) }) {
            if span > .zero {
                members.append("within: \(DurationText.text(span))")
            } else {
                lines.remark(
                    "\(interval ?? "")s as limit: it is started again without end.",
                    at: depth
                )
                members = ["attempts: 65536"]
            }
        }
        if let text = unit.value("RestartSec"), let pause = SystemdTime.span(text), pause > .zero {
            members.append("initial: \(DurationText.text(pause))")
            if pause > .seconds(60) { members.append("maximum: \(DurationText.text(pause))") }
        }
        if !members.isEmpty {
            lines.add("restart: { \(members.joined(separator: ", ")) }", at: depth)
        }
    }

    private func addWatchdog(_ lines: inout DraftLines, _ depth: Int) {
        guard let text = unit.value("WatchdogSec"), let span = SystemdTime.span(text), span > .zero
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
    private func limit(_ keys: String...) -> String? {
        keys.lazy.compactMap { unit.value($0, in: "Unit") ?? unit.value($0) }.first
    }
}
