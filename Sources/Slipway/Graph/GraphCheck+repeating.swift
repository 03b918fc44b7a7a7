/// Groups that are tried again as a whole: what is in them may run more than once.
extension GraphCheck {
    /// Notes the operations in such groups, and reports what depends on one of them from outside:
    /// that may have run already by the next attempt.
    mutating func checkRepeatedGroups() {
        guard noteRepeatable() || launch != nil else { return }
        for index in indices {
            for link in dependencies(index)
            where isRepeatable(link.index) && !isToldOfGroup(around: index, link.index) {
                guard let group = repeated(around: link.index, butNot: index) else { continue }
                faults.append(
                    .dependsInsideRepeated(
                        name(index),
                        inside: name(link.index),
                        group: name(group),
                        origin: origin(of: index)
                    )
                )
            }
        }
    }

    /// Notes what is in such groups; returns whether there are any.
    private mutating func noteRepeatable() -> Bool {
        var isAny = false
        // A group is declared after what is in it.
        for index in indices.reversed() {
            guard let group = parent(of: index), options(group).mayRepeat || isRepeatable(group)
            else { continue }
            checked[index - base].isRepeatable = true
            isAny = true
        }
        return isAny
    }

    private func isRepeatable(_ index: Int) -> Bool {
        index < base ? existing.operations[index].isRepeatable : checked[index - base].isRepeatable
    }

    /// The outermost group around an operation, but not around `other`, that may be tried again.
    ///
    /// A group that depends on a part of itself is a cycle, which is told as one.
    private func repeated(around index: Int, butNot other: Int) -> Int? {
        chain(from: index, upTo: commonGroup(index, other)).dropFirst()
            .last { options($0).mayRepeat && $0 != other }
    }
}
