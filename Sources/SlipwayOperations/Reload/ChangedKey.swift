internal import Slipway
internal import SlipwayConfiguration

/// A key of an operation that is not the same in another configuration.
struct ChangedKey: Hashable {
    let name: String
    /// An operation that has done its work has to run again for it.
    ///
    /// The others only say how the operation is waited for, watched, ended or undone.
    let takesARun: Bool
}

extension OperationSpecification {
    /// The keys that are not the same in an earlier definition, without those of ``changedEndKeys(from:)``.
    func changedKeys(from earlier: OperationSpecification) -> [ChangedKey] {
        let (one, other) = (definition, earlier.definition)
        var keys: [ChangedKey] = []
        func note(_ key: String, takesARun: Bool = true, if hasChanged: Bool) {
            if hasChanged { keys.append(ChangedKey(name: key, takesARun: takesARun)) }
        }
        func note<Value: Equatable>(
            _ key: String,
            takesARun: Bool = true,
            _ value: (Self) -> Value
        ) {
            note(key, takesARun: takesARun, if: value(one) != value(other))
        }
        let (essence, otherEssence) = (one.essence, other.essence)
        note("queue") { $0.queue }
        // A new one may lead to what runs, for which this one runs, too.
        note("requires", takesARun: false) { Set($0.requires) }
        note("after", takesARun: false) { Set($0.after) }
        note("optional", takesARun: false) { $0.isOptional }
        note("stage") { $0.stage }
        note("priority", takesARun: false) { $0.priority }
        note("locks") { $0.locks }
        note("when") { $0.condition }
        note("timeout", takesARun: false) { $0.timeout }
        note("retry", takesARun: false) { $0.retry }
        note("fallback", if: one.fallback != other.fallback || one.cached != other.cached)
        let isOtherBody =
            essence.body != otherEssence.body || one.program?.ready != other.program?.ready
        note(one.body.key, if: isOtherBody)
        note("grace", takesARun: false) { $0.ending.grace }
        note("stopSignal", takesARun: false) { $0.ending.stopSignal }
        note("killMode", takesARun: false) { $0.ending.killMode }
        note("stop", takesARun: false) { $0.stop }
        note("beforeGivingUp", takesARun: false) { $0.program?.beforeGivingUp }
        // It was told how often to ping when it was started.
        note("watchdog", takesARun: !one.isToldEnough(by: other)) { $0.program?.watchdog }
        note("health", takesARun: false) { $0.program?.health }
        note("sockets") { $0.program?.sockets }
        note("replace", takesARun: false) { $0.program?.replace }
        let isExplained = keys.contains(where: \.takesARun)
        note(one.body.key, if: !isExplained && essence != otherEssence)
        return keys
    }

    /// The settings about the end of its command; the usual ones for another body.
    private var ending: ProcessSettings {
        if case .exec(let exec) = body { exec.settings } else { ProcessSettings() }
    }

    /// Tells whether a program that was told the watchdog of another definition pings often enough.
    private func isToldEnough(by other: OperationSpecification) -> Bool {
        guard let limit = program?.watchdog else { return true }
        return other.program?.watchdog.map { $0 <= limit } ?? false
    }

    /// The part of a definition for which an operation has to run again when it changes.
    private var essence: OperationSpecification {
        var essence = self
        (essence.requires, essence.after, essence.stop) = ([], [], nil)
        (essence.isOptional, essence.priority) = (false, nil)
        (essence.timeout, essence.retry) = (nil, nil)
        if case .exec(var exec) = body {
            let usual = ProcessSettings()
            exec.settings.grace = usual.grace
            exec.settings.stopSignal = usual.stopSignal
            exec.settings.killMode = usual.killMode
            essence.body = .exec(exec)
        }
        essence.program?.beforeGivingUp = nil
        essence.program?.watchdog = nil
        essence.program?.health = nil
        essence.program?.replace = .stopFirst
        return essence
    }
}
