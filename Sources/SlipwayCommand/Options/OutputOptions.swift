internal import ArgumentParser
internal import SlipwayJSON

/// The form in which a command prints its answer.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON, for machines.")
    var json = false

    /// Prints the answer as JSON or as text, as the options say.
    func print(json value: @autoclosure () -> JSON, text: @autoclosure () -> String) throws {
        try Output.standard.print(json ? value().text() : text())
    }
}
