/// The names under which operations are shown that were added to a launch.
///
/// A name is unique at each instant: reports, the journal and commands know an operation by it
/// alone. Many additions are declared with one name, such as `fetch` for each page view; the first
/// is shown as `fetch`, the next as `fetch#2`, and so on with the smallest number that is free. A
/// number is free once its bearer, and all that may read of it, have ended: the next bearer then
/// takes its position.
struct AdditionNames: Sendable {
    private struct Numbers {
        /// The greatest number that was given.
        var highest: Int
        /// The numbers that were free once; some may have a bearer again that is needed.
        var free = MinHeap<Int>()
        /// The number of names that have bearers.
        var bearers = 0
    }

    private struct Bearer {
        let declared: String
        let number: Int
        /// The declaration of the name's first bearer, which gives all that follow the same
        /// position where they are shown.
        let row: DeclarationNumber
        var isFree = false
        /// The number is among those that were free once.
        var isQueued = false
    }

    private var numbers: [String: Numbers] = [:]
    /// The bearers by operation, without those whose name another one has got.
    private var bearers: [Int: Bearer] = [:]

    /// Gives an operation its name.
    ///
    /// - Parameters:
    ///   - operation: Its declaration.
    ///   - index: Its number.
    ///   - names: The bearers of all names of the launch; the operation is among them afterwards.
    /// - Returns: The name.
    mutating func give(
        _ operation: Operation,
        _ index: Int,
        in names: inout [String: Int]
    ) -> String {
        let declared = operation.name
        var row = operation.number
        // The graph may have the name itself.
        var own = numbers[declared] ?? Numbers(highest: names[declared] == nil ? 0 : 1)
        while true {
            let freed = own.free.popFirst()
            if freed == nil { own.highest += 1 }
            let number = freed ?? own.highest
            let shown = number == 1 ? declared : "\(declared)#\(number)"
            let last = names[shown]
            if let last {
                guard let bearer = bearers[last], bearer.declared == declared else { continue }
                guard bearer.isFree else {
                    bearers[last]?.isQueued = false
                    continue
                }
                row = bearer.row
                bearers[last] = nil
            } else {
                own.bearers += 1
            }
            bearers[index] = Bearer(declared: declared, number: number, row: row)
            names[shown] = index
            numbers[declared] = own
            return shown
        }
    }

    /// The name of an operation may be given to another from now on.
    mutating func free(_ index: Int) {
        guard let bearer = bearers[index], !bearer.isFree else { return }
        bearers[index]?.isFree = true
        guard !bearer.isQueued else { return }
        bearers[index]?.isQueued = true
        numbers[bearer.declared]?.free.insert(bearer.number)
    }

    /// Something depends on an operation again.
    mutating func keep(_ index: Int) { bearers[index]?.isFree = false }

    /// Tells whether the name of an operation may be given to another, or was.
    func isFree(_ index: Int) -> Bool { bearers[index]?.isFree ?? true }

    /// The position of an operation among those that are shown; `nil` if another has its name by
    /// now.
    func row(of index: Int) -> DeclarationNumber? { bearers[index]?.row }

    /// An operation was let go of.
    mutating func remove(_ index: Int) {
        free(index)
        guard let bearer = bearers.removeValue(forKey: index), var own = numbers[bearer.declared]
        else { return }
        own.bearers -= 1
        numbers[bearer.declared] = own.bearers > 0 ? own : nil
    }
}
