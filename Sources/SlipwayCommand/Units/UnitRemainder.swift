/// The rest of a unit, which is no part of a configuration: lines for a drop-in, and keys without a
/// counterpart.
struct UnitRemainder {
    private let unit: UnitFile
    private let service: String

    init(_ unit: UnitFile, service: String) {
        self.unit = unit
        self.service = service
    }

    func add(to lines: inout DraftLines) {
        let lost = unit.assignments.filter {
            $0.section == UnitFile.service && Self.without[$0.key] != nil && !$0.value.isEmpty
        }
        if !lost.isEmpty {
            lines.add("")
            lines.remark("There is nothing here for:")
            for assignment in lost {
                lines.quote("\(assignment.key)=\(assignment.value)")
                if let words = Self.without[assignment.key], !words.isEmpty { lines.remark(words) }
            }
        }
        let kept = [UnitFile.unit, UnitFile.service].map { section in
            let done = Self.done(of: section)
            let kept = unit.assignments.filter {
                $0.section == section && !done.contains($0.key) && !$0.value.isEmpty
                    && !$0.key.hasPrefix("Limit") && Self.without[$0.key] == nil
            }
            return (section, kept)
        }
        guard kept.contains(where: { !$0.1.isEmpty }) else { return }
        lines.add("")
        lines.remark(
            "Of the unit that runs the daemon, not of this file. 'systemctl edit slipway@\(service)' takes "
                + "these lines; check those that slipway@.service has, too:"
        )
        for (section, assignments) in kept where !assignments.isEmpty {
            lines.quote("[\(section)]")
            for assignment in assignments { lines.quote("\(assignment.key)=\(assignment.value)") }
        }
    }

    /// The keys of a section that are translated elsewhere, or that say nothing of the service itself.
    private static func done(of section: String) -> Set<String> {
        let isOfUnit = section == UnitFile.unit
        let translated = UnitKey.allCases.filter { isOfUnit ? $0.isOfUnit : $0.isOfService }
        let silent = isOfUnit ? ["Documentation"] : ["RemainAfterExit", "NotifyAccess"]
        return Set(translated.map(\.rawValue) + silent)
    }

    /// The keys that have no counterpart, with what to do.
    private static let without: [String: String] = [
        "ExecStopPost":
            "The 'stop' of an operation is run when the service stops, and when it fails.",
        "ExecCondition": "'when' of an operation asks for variables, files, values and flags.",
        "PIDFile": "The process that is executed is the program.",
        "GuessMainPID": "",
        "PassEnvironment": "A process gets the variables of the daemon.",
        "UnsetEnvironment": "'clearEnvironment: true' of 'exec' leaves the daemon's variables out.",
        "StandardInput": "'stdin' of 'exec' is a text.",
        "StandardOutput": "Output goes where the daemon's goes, or is the value of an operation.",
        "StandardError": "Output goes where the daemon's goes.",
        "FileDescriptorStoreMax": "",
        "NonBlocking": "",
        "Sockets": "'sockets' of an operation names activation sockets of the daemon.",
        "RestartPreventExitStatus":
            "What is a 'success' is not started again with 'when: failure'.",
        "RestartForceExitStatus": "",
        "RestartSteps": "Pauses double from 'initial' to 'maximum' of 'restart'.",
        "RestartMaxDelaySec": "That is 'maximum' of 'restart'.",
        "TimeoutAbortSec": "",
        "SendSIGKILL": "What has not ended after the 'grace' is killed.",
        "SendSIGHUP": "",
        "FinalKillSignal": "",
    ]
}
