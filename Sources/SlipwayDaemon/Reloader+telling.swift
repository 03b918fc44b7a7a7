internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayOperations
internal import SlipwaySystemd

/// The steps of a reload, for those who ask and for the service manager.
extension Reloader {
    /// Tells that the reload has come to a step.
    func tell(_ step: ReloadUnderWay.Step) {
        let place = service.hosted.reloading
        place.comes(to: step, generation: current.number + 1)
        switch step {
        // The manager is told of the begin, and by the new launch itself, in another way.
        case .reading, .running, .takingOver: break
        case .waiting, .undoing, .restoring:
            if let words = place.running?.words { current.hosted.systemd.reloads(words) }
        }
    }

    /// Tells what is waited for before a new generation may begin, if there is anything.
    func tellWait(for plan: ReloadPlan) {
        let names =
            plan.queues.map { "queue '\($0)'" }
            + (plan.holdersOfLocks + plan.kindsWithLocks).map { "'\($0)'" }
        if !names.isEmpty { tell(.waiting(names.joined(separator: ", "))) }
    }
}
