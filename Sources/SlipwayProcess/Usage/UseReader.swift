internal import Slipway
internal import SlipwayLoop
internal import SlipwaySystem

/// Finds out what programs use: reads /proc once for all of them, on a thread of its own, since a thousand
/// programs take some ten milliseconds.
@Loop
final class UseReader {
    static let shared = UseReader()

    /// The callers that wait while /proc is read.
    private var waiting: [CheckedContinuation<[String: ResourceUse], Never>] = []

    private init() {}

    /// Reads the use of each tree, by their programs' names.
    ///
    /// - Returns: The uses; a caller that asks while another read runs gets the result of that.
    ///   Empty if /proc cannot be read, for lack of descriptors or of a thread.
    func read(_ trees: [String: ProcessTree]) async -> [String: ResourceUse] {
        await withCheckedContinuation { caller in
            waiting.append(caller)
            if waiting.count == 1 { begin(trees) }
        }
    }

    private func begin(_ trees: [String: ProcessTree]) {
        let children = Set(Children.shared.numbers)
        do throws(Thread.Refusal) {
            try Thread("slipway-usage", blocking: .full) {
                let uses = Self.uses(of: trees, besides: children)
                Loop.post { self.finish(uses) }
            }
        } catch {
            finish([:])
        }
    }

    private func finish(_ uses: [String: ResourceUse]) {
        let callers = waiting
        waiting = []
        for caller in callers { caller.resume(returning: uses) }
    }

    private nonisolated static func uses(
        of trees: [String: ProcessTree],
        besides children: Set<Int32>
    ) -> [String: ResourceUse] {
        do throws(ErrorNumber) {
            guard let table = try ProcessTableReader().read(upTo: .max) else { return [:] }
            let look = ProcessLook(table, besides: children)
            return trees.mapValues { tree in
                TreeUse.read(tree.members(in: look, withSession: true).map(\.pid)).use
            }
        } catch {
            return [:]
        }
    }
}
