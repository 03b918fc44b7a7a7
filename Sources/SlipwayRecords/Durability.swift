/// Where an accepted launch action is kept until it has ended.
package enum Durability: String, CaseIterable, Hashable, Sendable {
    /// It is lost when the process ends.
    case memory
    /// It survives the end of the process and of the machine.
    case disk
}
