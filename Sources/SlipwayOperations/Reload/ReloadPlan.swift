package import Slipway
package import SlipwayConfiguration

/// The changes that a new configuration makes in a running service: what runs, what stays, what is replaced
/// and
/// what goes, and why.
///
/// Pure.
package struct ReloadPlan: Hashable, Sendable {
    /// The fate of an operation.
    package enum Fate: String, CaseIterable, Hashable, Sendable {
        /// It is not run again; its program goes on.
        case stays
        /// It is not run again, but its program gets a signal: its files have changed.
        case signalled
        /// It runs; there is nothing of it yet.
        case runs
        /// It is undone, its program ended, and it runs again.
        case replaced
        /// Its new program is ready before the old one is ended.
        case overlaps
        /// It is no longer declared: what it did is undone.
        case goes
    }

    /// One operation of the old or the new configuration.
    package struct Step: Hashable, Sendable {
        package let name: String
        package let fate: Fate
        /// Why, in a few words; empty for what stays.
        package let reason: String
        /// Its end, if it stays.
        package let end: AdoptedEnd?
    }

    /// The operations of the new configuration in the order of its file, then those that go.
    package let steps: [Step]
    /// Sentences about further changes, and about things that stay though a change might be expected.
    package let notes: [String]

    /// The programs that go on with other limits.
    package let limits: [String: ResourcesSpecification]
    /// The programs that go on and whose end means something else from then on.
    package let ends: [String: ProgramEnd]
    /// The further keys that have changed of operations that are not run again; of a program that an operator has
    /// stopped, and that stays so, its command is one of them.
    package let changes: [String: Set<String>]

    /// Why this must not be done: what is to run requires a program that an operator has stopped; `nil` if nothing
    /// does.
    package let refusal: String?

    /// The queues in which something runs of which at most so many may run at a time as the file says: not
    /// beside what runs there already.
    package let queues: [Queue]
    /// The locks that one needs that runs.
    package let locks: [Lock]
    /// The operations that may still hold one of these locks.
    package let holdersOfLocks: [String]
    /// The kinds of action of which one may hold one of them.
    package let kindsWithLocks: [String]

    /// The operations that stay, and how they ended.
    package var adopted: [String: AdoptedEnd] {
        steps.compactMap { step in step.end.map { (step.name, $0) } }.keyed()
    }
}
