package import Slipway
package import SlipwayConfiguration

/// The changes that a new configuration makes in a running service: what runs, what stays, what is
/// replaced and what goes, and why.
///
/// Pure.
package struct ReloadPlan: Hashable, Sendable {
    /// The fate of an operation.
    package enum Fate: String, CaseIterable, Hashable, Sendable {
        /// The operation is not run again; its program goes on.
        case stays
        /// The operation is not run again, but its program gets a signal: the program's files have
        /// changed.
        case signalled
        /// The operation runs; there is nothing of it yet.
        case runs
        /// The operation is undone, its program is ended, and it runs again.
        case replaced
        /// The operation runs again: its new program is ready before the old one is ended.
        case overlaps
        /// The operation is no longer declared: what it did is undone.
        case goes
    }

    /// One operation of the old or the new configuration.
    package struct Step: Hashable, Sendable {
        package let name: String
        package let fate: Fate
        /// The reason for the fate, in a few words; empty for an operation that stays.
        package let reason: String
        /// The end of the operation in the earlier generation; `nil` if it runs or goes.
        package let end: AdoptedEnd?
    }

    /// The operations of the new configuration in the order of its file, then those that go.
    package let steps: [Step]
    /// Sentences about further changes, and about things that stay though a change might be expected.
    package let notes: [String]

    /// The new limits of programs that go on.
    package let limits: [String: ResourcesSpecification]
    /// The new meanings of the ends of programs that go on.
    package let ends: [String: ProgramEnd]
    /// The other changed keys of operations that are not run again.
    ///
    /// Of a program that an operator has stopped, and that stays so, the key of its command is
    /// among them.
    package let changes: [String: Set<String>]

    /// Why the reload is refused: an operation that is to run starts or requires a program that an
    /// operator has stopped; `nil` if none does.
    package let refusal: String?

    /// The queues with a promised width (all but `userInitiated`) in which something is to run: it
    /// must not run beside what runs there in the earlier generation.
    package let queues: [Queue]
    /// The locks of the operations that are to run.
    package let locks: [Lock]
    /// The operations that may still hold one of these locks.
    package let holdersOfLocks: [String]
    /// The kinds of action that may hold one of these locks.
    package let kindsWithLocks: [String]

    /// The operations that stay, and how they ended.
    package var adopted: [String: AdoptedEnd] {
        steps.compactMap { step in step.end.map { (step.name, $0) } }.keyed()
    }
}
