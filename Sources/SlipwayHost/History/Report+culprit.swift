internal import Slipway

extension Report {
    /// The optional operation because of which the launch failed; `nil` if it did not, or something required
    /// is to blame.
    ///
    /// An optional operation that fails makes no launch fail. But the launch is not ready before
    /// the operation has ended: one that hangs lets the deadline pass.
    var optionalCulprit: String? {
        guard course.phase == .failed else { return nil }
        let named = course.rootCauses.compactMap(\.operation)
        guard named.isEmpty else { return named.first { isOptional($0) } }
        guard course.readyAt == nil,
            course.rootCauses.contains(where: { $0.failure.kind == .timedOut })
        else {
            return nil
        }
        let running = operations.filter { operation in
            guard !operation.isGroup, operation.stage == .launch, operation.startedAt != nil,
                case .cancelled? = operation.outcome
            else { return false }
            return true
        }
        guard running.allSatisfy({ isOptional($0.name) }) else { return nil }
        return running.min { ($0.startedAt?.nanoseconds ?? 0) < ($1.startedAt?.nanoseconds ?? 0) }?
            .name
    }

    /// The launch goes on without an operation, or without a group around it.
    private func isOptional(_ name: String) -> Bool {
        var next = self[name]
        while let operation = next {
            if operation.isOptional { return true }
            next = operation.group.flatMap { self[$0] }
        }
        return false
    }
}
