/// The circumstances of its end that explain it.
extension Program {
    /// A process that goes on though the one that was started has ended well, as that of a daemon does.
    func leftBehind(by end: ChildStatus) -> String? {
        guard end.isSuccess, main == nil, let tree = child?.tree,
            let pid = tree.leftBehind(besides: Set(Children.shared.numbers))
        else { return nil }
        return ["process \(pid)", ProcessFile.name(of: pid).map { "('\($0)')" }]
            .compactMap(\.self).joined(separator: " ")
    }

    /// The line that is told with an end: after an error the last ones, since they are most likely the cause, and otherwise one
    /// of its own accord: each check of its health may be a line of its access log.
    func lastWords(of end: ChildStatus) -> String? {
        if case .exited(let status) = end, status != 0 { return child?.failureWords }
        return child?.lastUnaskedLine
    }
}
