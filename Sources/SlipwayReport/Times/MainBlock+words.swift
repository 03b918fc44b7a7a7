internal import Slipway

extension Report {
    /// The longest hold on the main queue's thread, in words: `longest block of the main queue's thread:
    /// 309ms, @12ms, in sdk-init`; `nil` if none took a millisecond, or if that is unknown.
    var mainBlockWords: String? {
        guard let block = mainBlock else { return nil }
        let start = processStart.elapsed(to: block.startedAt).timespan
        let names =
            operations.filter { $0.isOnMain(during: block) }.map(\.name)
            + actions.filter { $0.isOnMain(during: block) }.map(\.kind)
        let shown = names.prefix(Self.mostInBlock).joined(separator: ", ")
        let more =
            names.count > Self.mostInBlock ? " and \(names.count - Self.mostInBlock) more" : ""
        let place = names.isEmpty ? "" : ", in \(shown)\(more)"
        return
            "longest block of the main queue's thread: \(block.duration.timespan), @\(start)\(place)"
            .printable
    }

    /// The most names of what ran in a block.
    private static let mostInBlock = 3
}

extension OperationStatus {
    fileprivate func isOnMain(during block: MainBlock) -> Bool {
        !declared.isGroup && declared.queue == .main && block.overlaps(startedAt, endedAt)
    }
}

extension ActionStatus {
    fileprivate func isOnMain(during block: MainBlock) -> Bool {
        queue == .main && block.overlaps(startedAt, endedAt)
    }
}

extension MainBlock {
    fileprivate func overlaps(_ start: Instant?, _ end: Instant?) -> Bool {
        guard let start else { return false }
        return start < endedAt && end.map { $0 > startedAt } ?? true
    }
}
