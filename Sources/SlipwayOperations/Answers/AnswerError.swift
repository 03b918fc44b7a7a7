package import SlipwayConfiguration

/// A failure of a request, which tells the state of the server.
package protocol AnswerError: Error {
    var answer: AnswerFailure { get }
}

extension AnswerFailure {
    /// Why a stored value may not stand in for an operation that ended with an error; `nil` if it
    /// may.
    static func declining(_ error: any Error) -> String? {
        switch (error as? any AnswerError)?.answer.server {
        case .refused: "a kept value does not stand in where the server refused the request"
        case .away, nil: nil
        }
    }
}
