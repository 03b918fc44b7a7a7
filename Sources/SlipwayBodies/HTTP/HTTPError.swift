internal import Slipway
package import SlipwayConfiguration
internal import SlipwayOperations

/// Why a request failed.
///
/// Requests are named by method and URL, without what may be secret: user, password, query and
/// headers.
package enum HTTPError: QuotingError, AnswerError, Hashable {
    /// The answer came with another status than expected; `nil` expects 200 to 299.
    case unexpectedStatus(request: String, code: Int, status: String, expected: [Int]?)
    /// The answer is a redirect with that status, which is not followed.
    case notFollowed(request: String, code: Int, reason: String)
    /// There was no whole answer.
    case failed(request: String, reason: String)
    /// The answer is more than `limit` bytes.
    case tooLong(request: String, limit: Int)
    /// The answer is not what `output` says; its content type, if it has one, and its beginning, unless
    /// that may not be shown.
    case unreadable(
        request: String,
        expected: String,
        reason: String,
        type: String?,
        beginning: String?
    )
    /// A header value has characters that would corrupt the request; it is not shown.
    case invalidHeader(request: String, name: String)
}

extension HTTPError {
    package var answer: AnswerFailure {
        switch self {
        case .unexpectedStatus(_, let code, _, _), .notFollowed(_, let code, _): .status(code)
        case .failed, .invalidHeader: .noAnswer
        case .tooLong: .tooLong
        case .unreadable: .unreadable
        }
    }

    /// The beginning of an answer that could not be read; `nil` if it is not shown.
    package var beginning: String? {
        guard case .unreadable(_, _, _, _, let beginning) = self else { return nil }
        return beginning
    }

    /// The error without the beginning of the answer.
    package var withoutBeginning: HTTPError {
        guard case .unreadable(let request, let expected, let reason, let type, _) = self else {
            return self
        }
        return .unreadable(
            request: request,
            expected: expected,
            reason: reason,
            type: type,
            beginning: nil
        )
    }

    package var withoutOutput: String { withoutBeginning.description }
}

extension HTTPError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unexpectedStatus(let request, _, let status, let expected):
            "\(request): \(status); expected \(expected.map(HTTPStatus.list) ?? "200 to 299")"
        case .failed(let request, let reason), .notFollowed(let request, _, let reason):
            "\(request): \(reason)"
        case .tooLong(let request, let limit):
            "\(request): the answer is longer than \(limit) bytes"
        case .unreadable(let request, let expected, let reason, let type, let beginning):
            "\(request): cannot read the answer as \(expected): \(reason)"
                + (type.map { "; it is of type '\($0)'" } ?? "; it names no type")
                + (beginning.map { ", and begins '\($0)'" } ?? "")
        case .invalidHeader(let request, let name):
            "\(request): header '\(name)' has characters that headers cannot have; remove line ends"
        }
    }
}
