internal import ArgumentParser

/// The folder in which a service stores its history, where that is not found by the name of the
/// service.
struct HistoryPlace: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the history from this state directory, without asking a service.",
            valueName: "dir"
        ),
        completion: .directory
    )
    var stateDirectory: String?
}
