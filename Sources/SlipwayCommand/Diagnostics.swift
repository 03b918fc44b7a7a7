internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwaySystem
internal import SlipwayVarlink

/// Turns the error that ended a command into a message on stderr and an exit code.
enum Diagnostics {
    /// The end of a command.
    struct Verdict: Hashable {
        var exitCode: Int32
        /// The message, one or more lines; `nil` when there is nothing more to print.
        var text: String?
        /// The daemon's error.
        var refusal: VarlinkError?
    }

    /// Prints what went wrong.
    ///
    /// - Parameters:
    ///   - error: What ended the command.
    ///   - isJSON: Whether to print it as `{"exitCode", "message", "error", "parameters"}` on one
    ///     line; the last two are those of the daemon's error, if it sent one.
    /// - Returns: How the process is to exit.
    static func report(_ error: any Error, isJSON: Bool = false) -> Int32 {
        let verdict = verdict(error)
        guard let text = verdict.text, !text.isEmpty else { return verdict.exitCode }
        guard verdict.exitCode != CommandFailure.success else {
            // Help was asked for.
            do { try Output.standard.write(text) } catch {
                return report(error, isJSON: isJSON)
            }
            return verdict.exitCode
        }
        let line = isJSON ? verdict.json.text(isCompact: true) : "slipway: \(text)"
        // Without a reader the exit code still tells.
        try? Output.error.write(line + "\n")
        return verdict.exitCode
    }

    /// The end of a command that threw an error.
    static func verdict(_ error: any Error) -> Verdict {
        switch error {
        case let error as CommandFailure:
            return Verdict(exitCode: error.exitCode, text: error.message?.printable)
        case let error as NoSocket:
            return Verdict(exitCode: CommandFailure.unable, text: words(error).printable)
        case let error as WholeFile.Failure:
            return Verdict(
                exitCode: error.reason == .exists
                    ? CommandFailure.negative : CommandFailure.unable,
                text: error.description.printable
            )
        case is OutputClosed:
            return Verdict(exitCode: CommandFailure.success)
        case ControlClientError.refused(let refusal):
            if case .cannotReload(_, let faults)? = LaunchRefusal(refusal), !faults.isEmpty {
                return Verdict(
                    exitCode: CommandFailure.configuration,
                    text: (["cannot reload: the new configuration is wrong"] + faults)
                        .flatMap { $0.split(separator: "\n") }.map(\.printable)
                        .joined(separator: "\n"),
                    refusal: refusal
                )
            }
            let words =
                LaunchRefusal(refusal)?.description ?? ConnectionRefusal(refusal)?.description
                ?? (refusal == .permissionDenied
                    ? mayNotAsk : nil)
            let isUnknown = refusal.unknownMethod != nil
            return Verdict(
                exitCode: isUnknown ? CommandFailure.unable : CommandFailure.negative,
                text: (words ?? refusal.words(of: AskedService.current?.version)).printable,
                refusal: refusal
            )
        case let error as PayloadHint:
            var verdict = verdict(ControlClientError.refused(error.refusal))
            verdict.text = verdict.text.map { "\($0); \(error.words.printable)" }
            return verdict
        case let error as Reload.Stopped:
            var verdict = verdict(error.end)
            verdict.exitCode = CommandFailure.stopped
            return verdict
        case ControlClientError.timedOut(let method, let limit):
            let words = ControlClientError.timedOut(method: method, limit: limit).description
            let reason = AskedService.current?.held.map { "; \($0)" } ?? ""
            return Verdict(exitCode: CommandFailure.late, text: (words + reason).printable)
        case let error as ControlClientError:
            return Verdict(exitCode: CommandFailure.unable, text: error.description.printable)
        case let error as JSONFieldError:
            let version = AskedService.current?.version
            let difference = version.map { $0.difference.map { "; \($0)" } ?? "" }
            let words =
                "cannot understand \(version?.words ?? "the daemon"): \(error)"
                + (difference ?? "; is it of another version?")
            return Verdict(exitCode: CommandFailure.unable, text: words.printable)
        default:
            return usage(error)
        }
    }

    /// A line about a service that has no socket; blocks as ``KnownServices`` does.
    static func words(_ error: NoSocket) -> String {
        error.words(.here(error.app, of: error.owner))
    }

    /// The words for a user who may not ask.
    ///
    /// At a service of a user's session root may not ask either: such a service runs in a
    /// namespace of users, where root is the user *nobody*.
    private static var mayNotAsk: String {
        guard AskedService.current?.owner != .user else {
            return "you may not ask this service: it runs in a user's session; ask as that user"
        }
        let others = AskedService.current?.group?.advice ?? "the group of the control socket may"
        return "you may not ask this service; root, operators and \(others)"
    }

    /// The end of a command whose arguments cannot be parsed: requests for help, and usage errors.
    private static func usage(_ error: any Error) -> Verdict {
        let exitCode = Root.exitCode(for: error).rawValue
        let text = Root.fullMessage(for: error)
        guard exitCode != CommandFailure.success else {
            return Verdict(exitCode: exitCode, text: text + "\n")
        }
        let prefix = "Error: "
        let words = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        // The message quotes the arguments, which may come from elsewhere, as in a desktop entry or
        // a script.
        let lines = words.split(separator: "\n", omittingEmptySubsequences: false)
        return Verdict(exitCode: exitCode, text: lines.map(\.printable).joined(separator: "\n"))
    }
}

extension Diagnostics.Verdict {
    fileprivate var json: JSON {
        var object: JSONObject = [
            "exitCode": .integer(Int64(exitCode)), "message": .string(text ?? ""),
        ]
        object["error"] = refusal.map { .string($0.name) }
        object["parameters"] = refusal.map { .object($0.parameters) }
        return .object(object)
    }
}
