internal import ArgumentParser
internal import Slipway
internal import SlipwayControl
internal import SlipwayJSON

/// Turns whatever ended a command into words on stderr and an exit code.
enum Diagnostics {
    /// Says what went wrong, and returns how the process is to exit.
    static func report(_ error: any Error) -> Int32 {
        let (exitCode, text) = verdict(error)
        guard let text, !text.isEmpty else { return exitCode }
        do {
            try (exitCode == CommandFailure.success ? Output.standard : .error).write(text)
        } catch {
            // Nobody listens; the exit code still tells.
        }
        return exitCode
    }

    /// The exit code, and the text for stderr, or for stdout where that is a success (`--help`).
    static func verdict(_ error: any Error) -> (exitCode: Int32, text: String?) {
        switch error {
        case let error as CommandFailure:
            return (error.exitCode, error.message.map(line))
        case is OutputClosed:
            return (CommandFailure.success, nil)
        case ControlClientError.refused(let refusal):
            let words =
                LaunchRefusal(refusal)?.description ?? ConnectionRefusal(refusal)?.description
                ?? "the daemon refuses: \(refusal)"
            return (CommandFailure.negative, line(words))
        case let error as ControlClientError:
            return (CommandFailure.unable, line(error.description))
        case let error as JSONFieldError:
            let words = "cannot understand the daemon: \(error); is it of another version?"
            return (CommandFailure.unable, line(words))
        default:
            return usage(error)
        }
    }

    /// What the argument parser throws: requests for help, and usage errors.
    private static func usage(_ error: any Error) -> (exitCode: Int32, text: String?) {
        let exitCode = Root.exitCode(for: error).rawValue
        let text = Root.fullMessage(for: error)
        guard exitCode != CommandFailure.success else { return (exitCode, text + "\n") }
        let prefix = "Error: "
        let words = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        return (exitCode, "slipway: \(words)\n")
    }

    private static func line(_ message: String) -> String { "slipway: \(message.printable)\n" }
}
