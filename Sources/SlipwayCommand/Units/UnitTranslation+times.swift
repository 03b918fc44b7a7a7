internal import SlipwayConfiguration

extension UnitTranslation {
    func addTimes(_ lines: inout DraftLines) {
        if let timeout, timeout * steps.count > .seconds(90) {
            lines.remark("From the start of the process to ready: each step may take its timeout.")
            lines.add("deadline: \(DurationText.text(timeout * steps.count))")
        }
        if let text = unit.startTimeout, timeout == nil,
            text == "infinity" || text == "0"
        {
            lines.remark(
                "TimeoutStartSec=\(text): a launch has a deadline all the same, 90s by default; write how "
                    + "long it may take."
            )
            lines.add("deadline: 90s")
        }
        guard let text = unit.stopTimeout else { return }
        guard let grace = SystemdTime.span(text), grace > .zero else {
            return lines.remark(
                "TimeoutStopSec=\(text): each process has the 'grace', 10s by default."
            )
        }
        lines.remark("How long each process may take to end before it is killed.")
        lines.add("grace: \(DurationText.text(grace))")
    }

    var timeout: Duration? {
        unit.startTimeout.flatMap { SystemdTime.span($0) }.flatMap { $0 > .zero ? $0 : nil }
    }
}
