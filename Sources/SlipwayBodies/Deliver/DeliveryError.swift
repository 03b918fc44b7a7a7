/// Why the delivery of an action to a program failed.
package enum DeliveryError: Error, Hashable {
    /// The socket of the program cannot be connected to.
    case notConnected(program: String, socket: String, reason: String)
    /// The kernel does not take the line for the program.
    case notSent(program: String, socket: String, reason: String)
    /// The program has ended, or was stopped.
    case notRunning(program: String)
    /// The line of the program is no answer to the action.
    case misunderstood(program: String, reason: String)
    /// The handler's error; `text` is the handler's own, `nil` for readers who may not know it.
    case failed(program: String, text: String?)
}

extension DeliveryError {
    /// The handler's own text in one line; `nil` if there is none.
    package var handlersText: String? {
        guard case .failed(_, let text?) = self, !text.isEmpty else { return nil }
        return oneLine(text)
    }

    /// The error without the handler's own text.
    package var withoutHandlersText: DeliveryError {
        guard case .failed(let program, _) = self else { return self }
        return .failed(program: program, text: nil)
    }
}

extension DeliveryError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notConnected(let program, let socket, let reason):
            "cannot deliver to '\(program)': cannot connect to \(socket): \(reason)"
        case .notSent(let program, let socket, let reason):
            "cannot deliver to '\(program)': cannot write to \(socket): \(reason)"
        case .notRunning(let program):
            "cannot deliver to '\(program)': it does not run; start it"
        case .misunderstood(let program, let reason):
            "cannot understand the answer of '\(program)': \(reason); expected is one line such as "
                + "{\"id\":\"…\",\"ok\":true} or {\"id\":\"…\",\"error\":\"…\"}"
        case .failed(let program, _):
            "'\(program)' answered with an error" + (handlersText.map { ": \($0)" } ?? "")
        }
    }
}

/// A text as one line: a line break in it is a space.
private func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
}
