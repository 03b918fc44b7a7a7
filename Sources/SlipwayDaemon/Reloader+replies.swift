internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayOperations
internal import SlipwaySystemd
internal import SlipwayVarlink

/// The answers to those who asked for a reload.
extension Reloader {
    func failed(
        _ reason: String,
        _ refusal: LaunchRefusal
    ) -> Result<ReloadReply, LaunchRefusal> {
        current.hosted.systemd.endReload(failure: reason)
        service.hosted.reloading.failed(reason)
        service.log.say(
            .error,
            "the reload failed, and generation \(current.number) stays in service: \(reason)"
        )
        return .failure(refusal)
    }

    func reply(_ plan: ReloadPlan, _ number: Int) -> ReloadReply {
        ReloadReply(
            generation: number,
            operations: plan.steps.map { step in
                ReloadStep(
                    name: step.name,
                    fate: step.fate.told,
                    reason: step.reason.cut(to: TextLimit.message)
                )
            },
            notes: plan.notes
        )
    }
}
