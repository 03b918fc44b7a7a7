@testable import Slipway

/// Parts that stay: their bodies, and the rules for them.
extension MachineDriver {
    func noteBegin(ofPart node: Int, _ run: Int) {
        if parts[node] != nil { complain("\(name(node)) runs twice") }
        parts[node] = run
        leaving.remove(node)
        if !running.contains(node) { staying.append(node) }
    }

    func noteRequest(toPart node: Int) {
        if parts[node] == nil { complain("\(name(node)) is asked to end and does not run") }
        if running.contains(node) {
            asked.insert(node)
            seen.askedAt[node] = now
        } else {
            leaving.insert(node)
        }
    }

    /// The attempt ends: its body is ready, or returns.
    func endAttempt(ofPart node: Int, _ run: Int, _ result: LaunchMachine.Result) {
        let isReady = result == .succeeded && machine.records[call: node]?.cancellation == nil
        if isReady, !machine.records[node].isLeftBehind {
            staying.append(node)
            machine.partReady(node, run)
        } else {
            parts[node] = nil
            seen.succeeded.remove(node)
            seen.failed.insert(node)
            machine.partEnded(node, run, result)
        }
    }

    /// An operator asks for something.
    func operate(_ node: Int, _ request: Supervisor.Request) {
        trace?("\(request) \(node)")
        let taken = machine.operatePart(machine.name(of: node), request)
        if case .success = taken { callers.insert(node) }
        finishStep()
    }

    /// A part that was started again says that it is ready, which one that is does not change.
    func becomeReady(_ node: Int) {
        trace?("ready \(node)")
        if let run = parts[node] { machine.partReady(node, run) }
        finishStep()
    }

    /// The body of a part returns.
    func endPart(_ node: Int, _ result: LaunchMachine.Result) {
        trace?("end part \(node) \(result)")
        staying.removeAll { $0 == node }
        leaving.remove(node)
        if let run = parts.removeValue(forKey: node) {
            machine.partEnded(node, run, result)
        }
        finishStep()
    }
}
