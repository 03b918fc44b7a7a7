/// Decides, when an operation's dependencies are met, whether the operation runs.
///
/// ```swift
/// let isBeta = Condition.value(of: toggles, "flag 'beta'") { $0.beta }
/// plan.add("beta-banner", requires: [toggles], when: isBeta) { showBanner() }
/// plan.add("banner", requires: [toggles], when: .not(isBeta)) { showOld() }
/// ```
///
/// If the condition does not hold, the operation is *skipped*, which counts as success without a
/// value. A condition holds neither a slot in a queue nor a lock while it is evaluated; if it
/// throws, the operation fails.
public struct Condition: Sendable {
    /// The condition in words, for reports: `flag 'beta'`.
    public let description: String
    /// The operations whose values the condition reads, as far as they are known: those of
    /// ``value(of:_:_:)``.
    let reads: [Operation.Edge]
    let evaluate: @Sendable (OperationContext) async throws -> Bool

    /// Creates a condition.
    public init(
        _ description: String,
        _ evaluate: @escaping @Sendable (OperationContext) async throws -> Bool
    ) {
        self.init(description, reading: [], evaluate)
    }

    private init(
        _ description: String,
        reading reads: [Operation.Edge],
        _ evaluate: @escaping @Sendable (OperationContext) async throws -> Bool
    ) {
        self.description = description
        self.reads = reads
        self.evaluate = evaluate
    }

    /// Holds when the value of a required operation passes the test.
    ///
    /// An operation with this condition that does not require the other one is a fault of the plan,
    /// ``GraphFault/conditionReads(_:in:condition:mayBeAbsent:origin:)``.
    public static func value<Value>(
        of handle: Handle<Value>,
        _ description: String,
        _ test: @escaping @Sendable (Value) -> Bool
    ) -> Condition {
        Condition(description, reading: [handle.edge]) { context in
            test(try context.output(of: handle))
        }
    }

    /// Holds as soon as this condition does, which is evaluated repeatedly for a limited time.
    ///
    /// The operation's `timeout` limits the condition, too: let `limit` be shorter.
    ///
    /// - Parameters:
    ///   - limit: For how long it is evaluated.
    ///   - pause: The interval after each evaluation in which the condition does not hold.
    /// - Returns: The condition that waits.
    public func holds(within limit: Duration, every pause: Duration) -> Condition {
        Condition("\(description) within \(limit.timespan)", reading: reads) { context in
            let end = context.now.advanced(by: limit)
            while !(try await evaluate(context)) {
                guard context.now.advanced(by: pause) <= end else { return false }
                try await context.sleep(for: pause)
            }
            return true
        }
    }

    /// Holds when `condition` does not.
    public static func not(_ condition: Condition) -> Condition {
        Condition("not \(condition.description)", reading: condition.reads) {
            !(try await condition.evaluate($0))
        }
    }

    /// Holds when all conditions hold; evaluates them in order until one does not.
    public static func all(_ conditions: [Condition]) -> Condition {
        Condition(words(conditions, " and "), reading: conditions.flatMap(\.reads)) { context in
            for condition in conditions where !(try await condition.evaluate(context)) {
                return false
            }
            return true
        }
    }

    /// Holds when one condition holds; evaluates them in order until one does.
    public static func any(_ conditions: [Condition]) -> Condition {
        Condition(words(conditions, " or "), reading: conditions.flatMap(\.reads)) { context in
            for condition in conditions where try await condition.evaluate(context) { return true }
            return false
        }
    }

    private static func words(_ conditions: [Condition], _ word: String) -> String {
        "(" + conditions.map(\.description).joined(separator: word) + ")"
    }
}
