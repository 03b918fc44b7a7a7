internal import Slipway
internal import SlipwayLoop
internal import SlipwaySystem

/// Finds out what programs use: reads /proc once for all of them, on a thread of its own, since a thousand
/// programs take some ten milliseconds.
@Loop
final class UseReader {
    static let shared = UseReader()

    typealias Completion = @Sendable ([String: ResourceUse]) -> Void

    /// The callers that wait while /proc is read; `nil` when it is not.
    private var waiting: [Completion]?

    private init() {}

    /// Reads the use of each tree.
    ///
    /// - Parameters:
    ///   - trees: The trees, by their programs' names.
    ///   - completion: Called from any thread; who asks while another read runs gets the result of that. Empty if
    ///     /proc cannot be read, for lack of descriptors or of a thread.
    func read(_ trees: [String: ProcessTree], _ completion: @escaping Completion) {
        guard waiting == nil else {
            waiting?.append(completion)
            return
        }
        waiting = [completion]
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
        let completions = waiting ?? []
        waiting = nil
        for completion in completions { completion(uses) }
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
