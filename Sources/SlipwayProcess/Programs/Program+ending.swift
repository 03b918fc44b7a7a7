/// The circumstances that explain the end of a program.
extension Program {
    /// The process, in words, that goes on after the one that was started has ended well, as a
    /// daemon does; `nil` for none.
    func leftBehind(by end: ChildStatus) -> String? {
        guard end.isSuccess, main == nil, let tree = child?.tree,
            let pid = tree.leftBehind(besides: Set(Children.shared.numbers))
        else { return nil }
        return ["process \(pid)", ProcessFile.name(of: pid).map { "('\($0)')" }]
            .compactMap(\.self).joined(separator: " ")
    }

    /// The words that are told with an end: after an error the last lines, which are most likely
    /// the cause, and otherwise the last line in answer to no check: each check may be a line of an
    /// access log.
    func lastWords(of end: ChildStatus) -> String? {
        if case .exited(let status) = end, status != 0 { return child?.failureWords }
        return child?.lastUnaskedLine
    }
}
