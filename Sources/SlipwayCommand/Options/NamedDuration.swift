internal import ArgumentParser

/// A duration for a name: `user-data=250ms`.
struct NamedDuration: Hashable, ExpressibleByArgument {
    let name: String
    let duration: Duration

    init?(argument: String) {
        guard let equals = argument.lastIndex(of: "="), equals != argument.startIndex,
            let time = SimulatedTime(argument: String(argument[argument.index(after: equals)...]))
        else { return nil }
        name = String(argument[..<equals])
        duration = time.duration
    }
}
