/// The options of an operation besides its name, its queue and its dependencies.
///
/// Small, since a check and a launch copy them: what most operations do not set is apart.
package struct OperationOptions: Sendable {
    var isOptional = false
    var stage = Stage.launch
    /// The operation's own priority, or that of its group; `nil` if neither declares one.
    var priority: Priority?
    var hasFallback = false
    /// The fallback has something to stand in with even if nothing was stored before.
    var hasCertainFallback = false
    var hasTeardown = false
    /// The teardown ends the operation's program, which may run though the operation did not
    /// succeed.
    var endsProgram = false
    /// The body may block its thread.
    var isBlocking = false
    /// The value is held as long as the launch lasts; otherwise it goes with its last reader.
    var keepsValue = true
    /// The failure of a required child ends the group.
    var failsFast = true
    /// The options that few operations set; `nil` if none of them is set.
    private var others: Shared<Others>?

    private struct Others: Sendable {
        var locks: [Lock] = []
        var condition: String?
        var conditionReads: [Operation.Edge] = []
        var timeout: Duration?
        var retry: Retry?
        var budget: Duration?
        var teardownGraces = 1
        var ended: EndPolicy?
    }

    private mutating func setOthers(_ set: (inout Others) -> Void) {
        var changed = others?.value ?? Others()
        set(&changed)
        others = Shared(changed)
    }

    /// The locks that the operation holds from its start to its end, without duplicates.
    var locks: [Lock] { others?.value.locks ?? [] }

    /// The condition in words; `nil` when there is none.
    var condition: String? { others?.value.condition }

    /// The operations whose values its condition reads.
    var conditionReads: [Operation.Edge] { others?.value.conditionReads ?? [] }

    /// The longest time that an attempt, the condition and the fallback may take, each.
    var timeout: Duration? { others?.value.timeout }

    var retry: Retry? { others?.value.retry }

    /// There may be several attempts.
    var mayRepeat: Bool { (others?.value.retry?.attempts ?? 1) > 1 }

    /// The longest time that all attempts and the backoffs between them may take.
    var budget: Duration? { others?.value.budget }

    /// The number of the launch's graces that its teardown may take.
    var teardownGraces: Int {
        get { others?.value.teardownGraces ?? 1 }
        set { setOthers { $0.teardownGraces = newValue } }
    }

    /// The consequence of a part's end; `nil` for a body that ends with its operation.
    var ended: EndPolicy? {
        get { others?.value.ended }
        set { setOthers { $0.ended = newValue } }
    }

    /// The priority that counts.
    var rank: Priority { priority ?? .normal }

    /// The longest time that one call may take; `nil` for as long as the launch.
    var callLimit: Duration? { timeout ?? budget }
}

extension OperationOptions {
    /// The options of an operation; the rest is what its closures say.
    init(
        _ optional: Bool,
        _ stage: Stage,
        _ priority: Priority?,
        _ locks: [Lock],
        _ timeout: Duration?,
        _ retry: Retry?,
        _ budget: Duration?,
        _ blocking: Bool
    ) {
        isOptional = optional
        self.stage = stage
        self.priority = priority
        isBlocking = blocking
        guard !locks.isEmpty || timeout != nil || retry != nil || budget != nil else { return }
        setOthers { others in
            others.locks = locks.withoutDuplicates
            others.timeout = timeout
            others.retry = retry?.withoutCalls
            others.budget = budget
        }
    }

    /// The options of an operation or a group, as `Plan.add` and `Plan.group` take them.
    package init(
        optional: Bool = false,
        stage: Stage = .launch,
        priority: Priority? = nil,
        locks: [Lock] = [],
        timeout: Duration? = nil,
        retry: Retry? = nil,
        budget: Duration? = nil,
        failsFast: Bool = true
    ) {
        self.init(optional, stage, priority, locks, timeout, retry, budget, false)
        self.failsFast = failsFast
    }

    /// The options of a kind of launch action.
    init(priority: Priority?, timeout: Duration?, isBlocking: Bool) {
        self.init(false, .launch, priority, [], timeout, nil, nil, isBlocking)
    }

    /// Takes the priority of a group; one of its own that is lower has no effect, as the group waits for it.
    mutating func inherit(_ group: Priority?) {
        guard let group else { return }
        priority = max(priority ?? group, group)
    }

    /// The same options for an operation whose teardown ends its program, in so many of the launch's graces.
    func endingProgram(graces: Int) -> OperationOptions {
        var options = self
        options.teardownGraces = graces
        options.endsProgram = true
        return options
    }

    /// The same options for a part: it is asked to end, and then cancelled.
    func staying(ended: EndPolicy?) -> OperationOptions {
        var options = endingProgram(graces: 2)
        options.ended = ended ?? (isOptional ? .degrade : .fail)
        return options
    }

    /// The same options for an operation whose value may go with its last reader.
    func keepingValue(_ keepsValue: Bool) -> OperationOptions {
        var options = self
        options.keepsValue = keepsValue
        return options
    }

    /// The same options with locks.
    func holding(_ locks: [Lock]) -> OperationOptions {
        guard !locks.isEmpty else { return self }
        var options = self
        options.setOthers { $0.locks = locks.withoutDuplicates }
        return options
    }

    /// Takes from the closures what a check, a drawing and the machine have to know of them.
    mutating func take(_ calls: OperationCalls) {
        if let condition = calls.condition {
            setOthers { others in
                others.condition = condition.description
                others.conditionReads = condition.reads
            }
        }
        hasFallback = calls.fallback != nil
        hasCertainFallback = calls.fallback?.isUncertain == false
        hasTeardown = calls.teardown != nil || calls.staying != nil
    }
}

extension [Lock] {
    fileprivate var withoutDuplicates: [Lock] {
        guard count > 1 else { return self }
        var seen: Set<Lock> = []
        return filter { seen.insert($0).inserted }
    }
}
