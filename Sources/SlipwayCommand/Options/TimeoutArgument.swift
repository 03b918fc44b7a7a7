internal import ArgumentParser
internal import SlipwayConfiguration

/// A duration on the command line, written as in a configuration: `250ms`, `5s`, `2m`.
struct TimeoutArgument: Hashable {
    /// Zero or longer.
    let duration: Duration

    init(parsing text: String) throws {
        guard let duration = DurationText.duration(text) else {
            let isNumber = DurationText.isBareNumber(text)
            throw ValidationError(
                isNumber ? "write \(text)s or \(text)ms" : "write it as 250ms, 5s or 2m"
            )
        }
        self.duration = duration
    }
}
