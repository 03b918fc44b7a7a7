internal import Slipway

extension ConfigurationDecoder {
    /// Warns of operations of the launch stage that may take longer than the launch: its deadline would
    /// come first.
    func checkTimes(_ configuration: Configuration) {
        for operation in configuration.operations where operation.stage == .launch {
            checkTime(of: operation, in: "operations", configuration.deadline)
        }
    }

    /// Reports a program whose start is over before it can be ready.
    func checkStart(
        of operation: OperationSpecification,
        _ ready: ProgramSpecification.Ready,
        _ exec: Field?
    ) {
        guard case .settled(let duration) = ready, let timeout = operation.timeout,
            timeout <= duration, let exec
        else { return }
        report(
            "is \(duration.timespan), and the operation's timeout of \(timeout.timespan) is over by then; write a "
                + "longer timeout",
            at: exec.keyOrigin,
            "\(exec.path).ready.started"
        )
    }

    private func checkTime(
        of operation: OperationSpecification,
        in path: String,
        _ deadline: Duration
    ) {
        let own = KeyPath.joined(path, operation.name)
        // A timeout from `defaults` says nothing about this operation.
        if let timeout = operation.timeout, timeout > deadline, timeout != defaults.timeout {
            let reason =
                "is longer than the deadline of \(deadline.timespan), at which the launch fails; write a "
                + "shorter one, or a longer deadline"
            warnings.append(
                ConfigurationFault(
                    at: operation.origin,
                    key: KeyPath.joined(own, "timeout"),
                    reason: reason
                )
            )
        }
        checkFirstStart(of: operation, in: own, deadline)
        for child in operation.children ?? [] {
            checkTime(of: child, in: "\(own).group.operations", deadline)
        }
    }

    /// Warns of an optional program whose first start the launch may wait for until the deadline.
    private func checkFirstStart(
        of operation: OperationSpecification,
        in path: String,
        _ deadline: Duration
    ) {
        guard operation.isOptional, let program = operation.program, program.includesFirstStart,
            program.restarts?.patience.map({ $0 >= deadline }) ?? true
        else { return }
        warnings.append(
            ConfigurationFault(
                at: operation.origin,
                key: KeyPath.joined(path, "restart"),
                reason:
                    "may try a first start until the deadline of \(deadline.timespan), at which the launch fails, "
                    + "though the operation is optional; write stage: background, or so few attempts that it is "
                    + "given up before"
            )
        )
    }
}
