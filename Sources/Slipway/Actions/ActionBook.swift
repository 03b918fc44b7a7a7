/// Decides the life of launch actions: which is accepted, which comes next, when one expires, is
/// tried again or ends, and what must be stored before it counts.
///
/// Events go in as method calls named after them, with the instant at which they happened; what is
/// to be done comes out of ``takeEffects()``, and is done in that order. The engine takes at most
/// as many actions of a kind at a time as the kind is wide, with ``takeNext(of:on:at:)``. It has a
/// *consumer* for each of them, a number by which book and engine name the action, and that no
/// other kind has; the first consumer has the number of the kind.
///
/// *Reserve, commit, release*: an action gets its position in the line of its kind, is stored, and
/// is accepted only then. A crash between any two steps leaves either nothing or an accepted
/// action. The store writes changes in the order in which they come out, so what the line decides
/// after an end (the next action begins) is never stored without that end.
///
/// A new action only passes through, up to its row in the store: its payload comes back when its
/// handler begins. An action whose payload is a value of this process goes the same way, with
/// nothing to store in between.
struct ActionBook: Sendable {
    /// The effects that the book asks for.
    enum Effect: Hashable, Sendable {
        /// Store a change, with the action's times, then call ``stored(_:_:at:)``.
        case store(ActionChange, ActionTimes)
        /// The engine may take the next action of a kind.
        case pull(Int)
        /// The engine gives back the action of the consumer, which has not begun.
        case withdraw(Int)
        /// Ask the handler of the consumer's action to give up.
        case interrupt(Int, reason: String)
        /// The handler may begin, since its attempt is stored; or it must not, since the attempt
        /// could not be stored, or the action was given up meanwhile.
        case begin(ActionID, isStored: Bool)
        /// Observers are told.
        case tell(ActionStatus)
        /// Observers are told that the action was accepted: its ``news(of:)``, if there are any.
        case tellWaiting(ActionID)
        /// Call ``fired(_:at:)`` at the instant, unless disarmed before.
        case arm(Timer, at: Instant)
        case disarm(Timer)
        /// Nothing needs the action's payload any more.
        case dropPayload(ActionID)
        /// Let go of a failure, whose error is the user's, once the launch's lock is given back.
        case letGo(Failure)
        /// Tell the launch that replaces this one.
        case handOver(HandedOver)
    }

    /// The timers of the book; each is armed at most once at a time.
    enum Timer: Hashable, Sendable {
        /// The action has waited as long as it may.
        case expiry(ActionID)
        /// The action's next attempt is due.
        case retry(ActionID)
        /// The end of the action, or of its last attempt, could not be stored; it is to be stored
        /// again.
        case store(ActionID)
        /// The next part of a sweep is due.
        case sweep
        /// A suspect was alone for as long as new actions stand back for it.
        case seclusion
    }

    /// The backoff before what could not be stored is stored again.
    static let storeBackoff = Duration.seconds(1)

    var kinds: [Int: Kind] = [:]
    var entries = ActionEntries()
    /// The actions that the engine has, which may begin side by side.
    var company = ActionCompany()
    var storing: ActionStoring
    var inheritance: ActionInheritance
    /// The launch that replaces this one, to which waiting actions are handed over; `nil` for none.
    var successor: ActionSuccessor?
    /// Why nothing begins any more: the launch ends.
    var closing: LaunchEnd?
    /// The actions that have ended in this process.
    var endedActions = EndedActions()
    var random: SplitMix64
    /// The parts of the book that decide append here; all else calls ``emit(_:)``.
    var effects: [Effect] = []

    /// Why a launch ends.
    struct LaunchEnd: Sendable {
        /// The failure that ends the launch; `nil` when it was asked to end.
        let cause: RootCause?
        let reason: String
    }

    init(isDurable: Bool = false, seed: UInt64 = 0) {
        storing = ActionStoring(isDurable: isDurable)
        inheritance = ActionInheritance(isDurable: isDurable)
        random = SplitMix64(seed: seed)
    }

    /// The effects in the order in which they are to be carried out; empty afterwards.
    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    mutating func emit(_ effect: Effect) { effects.append(effect) }

    /// Asks for a change to be stored; of an attempt that begins, with the instant.
    mutating func store(_ change: ActionChange, startedAt: Instant? = nil) {
        guard let entry = entries[change.action] else { return }
        func time(_ instant: Instant?) -> Duration? {
            instant.map { entry.acceptedAt.duration(to: $0) }
        }
        let times = ActionTimes(
            ready: time(entry.told?.readyAt),
            started: time(startedAt ?? entry.told?.startedAt),
            ended: time(entry.endsAt)
        )
        emit(.store(change, times))
        storing.asked(change)
    }

    /// The status that observers are told of a newly accepted action; `nil` if they know more
    /// already.
    ///
    /// That an action waits for the next launch is told by itself.
    func news(of id: ActionID) -> ActionStatus? {
        guard let status = self[id], !status.state.isEnded, !status.isPostponed,
            status.readyAt == nil || entries[id]?.wasReadyEarlier == true
        else { return nil }
        return status
    }

    /// No sweep is under way, and every end of an action and of an attempt is stored.
    var isSettled: Bool {
        entries.swept == nil && storing.isSettled(awaitsAttempts: isHandingOver)
    }

    /// The accepted actions, in the order of their positions.
    var all: [ActionStatus] {
        entries.order.compactMap { entries[$0]?.state == .reserved ? nil : self[$0] }
    }

    /// The actions that have not ended and are values of this process, in the order of their
    /// positions.
    var unstored: [ActionStatus] {
        entries.order.compactMap { id in
            guard let entry = entries[id], !entry.isStored, !entry.toldState.isEnded else {
                return nil
            }
            return self[id]
        }
    }

    /// The accepted actions on disk, in the order of their positions.
    var onDisk: [ActionStatus] {
        entries.order.compactMap { id in
            guard let entry = entries[id], entry.durability == .disk, entry.state != .reserved
            else {
                return nil
            }
            return self[id]
        }
    }

    /// The first actions that have not ended: those that run, and then the others in the order of
    /// their positions.
    func open(atMost limit: Int) -> [ActionStatus] {
        let heads = kinds.keys.sorted().flatMap { kinds[$0]?.taken ?? [] }
            .filter { entries[$0]?.isWithEngine == true }
        var open = Array(heads.compactMap { self[$0] }.prefix(limit))
        let running = Set(heads)
        for id in entries.order {
            guard open.count < limit else { break }
            guard let entry = entries[id], entry.state != .reserved, !running.contains(id),
                !entry.toldState.isEnded, let status = self[id]
            else { continue }
            open.append(status)
        }
        return open
    }

    /// The durability with which an action is stored; `nil` if it is not.
    func durability(of id: ActionID) -> ActionPolicy.Durability? { entries[id]?.durability }

    /// The acceptance of an action, as far as it has come; `nil` for one that is not in the book.
    func acceptance(of id: ActionID) -> ActionAcceptance? {
        entries[id].map { $0.state == .reserved ? .pending : .accepted($0.durability) }
    }

    /// The number of an action's kind.
    func kind(of id: ActionID) -> Int? { entries[id]?.kind }

    /// The action of a consumer, if it has one.
    func current(of consumer: Int) -> ActionID? { company.consumers[consumer] }

    /// The consumer that has an action.
    func consumer(of id: ActionID) -> Int? {
        guard let consumer = entries[id]?.consumer, company.consumers[consumer] == id else {
            return nil
        }
        return consumer
    }

    /// Tells whether the next attempt of a consumer's action is stored before it begins.
    func isToBeStored(_ consumer: Int) -> Bool {
        company.consumers[consumer].flatMap { entries[$0]?.isStored } ?? false
    }

    /// The stored action of a consumer, whose worker has to ask with `mayBegin` whether its attempt is
    /// stored; it may be by now.
    func attemptToStore(of consumer: Int) -> ActionID? {
        guard let id = company.consumers[consumer], let entry = entries[id], entry.isStored else {
            return nil
        }
        return entry.state == .beginning || entry.state == .running ? id : nil
    }

    /// Takes an entry in, behind all others.
    mutating func add(_ id: ActionID, _ entry: ActionEntry, _ keys: ActionKeys?) {
        entries.append(id, entry)
        kinds[entry.kind]?.keyed?.join(id, keys)
        lineUp(id, of: entry.kind)
        kinds[entry.kind]?.beganWaiting(ownedBy: entry.owner)
    }

    /// Forgets an entry that was not accepted, or was handed over.
    mutating func release(_ id: ActionID) {
        guard let kind = kind(of: id) else { return }
        leaveLine(id)
        entries.forget(id)
        emit(.dropPayload(id))
        emit(.pull(kind))
    }

    /// Holds an ended action for a while, and forgets the one that ended first if there are too
    /// many.
    mutating func retire(_ id: ActionID) {
        emit(.dropPayload(id))
        let forgotten = entries.retire(id)
        if case .failed(let failure, _)? = forgotten?.toldState { emit(.letGo(failure)) }
    }

    /// An action leaves the line of its kind.
    mutating func leaveLine(_ id: ActionID) {
        guard let kind = kind(of: id) else { return }
        if storing.forget(id) { emit(.disarm(.store(id))) }
        company.standAside(id, &effects)
        if entries[id]?.isPostponed == true { kinds[kind]?.postponed -= 1 }
        if let position = kinds[kind]?.taken.firstIndex(of: id) {
            kinds[kind]?.taken.remove(at: position)
        } else {
            kinds[kind]?.stoppedWaiting(ownedBy: entries[id]?.owner)
            compact(kind)
        }
        if kinds[kind]?.keyed != nil { leaveKeys(id, of: kind) }
    }

    /// Removes ended actions from a line once they are the larger part of it.
    private mutating func compact(_ kind: Int) {
        guard let line = kinds[kind], line.line.count > 2 * (line.waiting + 32) else { return }
        kinds[kind]?.line.removeAll { entries[$0]?.isOpen != true }
    }
}
