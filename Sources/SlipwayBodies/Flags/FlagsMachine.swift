internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwayOperations

/// The client's side of OFREP 0.3 (bulk evaluation): what an answer means, and when the server may be
/// asked again.
struct FlagsMachine: Sendable {
    /// Before this moment the server is not to be asked.
    private(set) var notBefore: Instant?

    /// The time that is left before the server may be asked; zero or more.
    func pause(at now: Instant) -> Duration {
        notBefore.map { max(now.duration(to: $0), .zero) } ?? .zero
    }

    /// Takes an answer.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - etag: The entity tag of the flags at hand that the request named.
    ///   - now: The present moment.
    ///   - wall: The present moment of the wall clock, in microseconds since 1970.
    /// - Returns: The flags; `nil` if nothing has changed.
    /// - Throws: Why there are no flags.
    mutating func answered(
        _ answer: FlagsAnswer,
        to etag: String?,
        at now: Instant,
        wall: Int64
    ) throws(FlagsError) -> Flags? {
        notBefore = nil
        switch answer.code {
        case 200:
            do throws(FlagsFault) {
                return try answer.flags()
            } catch {
                throw FlagsError(.unreadable, "the answer is not OFREP: \(error)")
            }
        case 304 where etag != nil: return nil
        default: break
        }
        let failure = AnswerFailure.status(answer.code)
        var pause: Duration?
        if failure.server == .away, let text = answer.retryAfter {
            pause = RetryAfter.pause(text, date: answer.date, wall: wall)
            notBefore = pause.map { now.advanced(by: $0) }
        }
        throw FlagsError(failure, retryAfter: pause, words(for: answer))
    }

    private func words(for answer: FlagsAnswer) -> String {
        switch answer.code {
        case 304: "the answer is 304 Not Modified, and there were no flags to be modified"
        case 404: "\(answer.words); the url is what comes before /ofrep"
        default: answer.words
        }
    }
}

/// Reads `Retry-After` (RFC 9110, 10.2.3).
enum RetryAfter {
    /// The longest time that a server can ask to be left alone.
    private static let longest = Duration.seconds(24 * 3600)

    /// The time for which the server asks to be left alone: a number of seconds, or until a moment
    /// as HTTP writes it.
    ///
    /// - Parameters:
    ///   - text: The value.
    ///   - date: The `Date` of the answer, from which a moment counts: the clock here may be another one than the
    ///     server's; `nil` for none.
    ///   - wall: The present moment, in microseconds since 1970, for an answer without a date.
    /// - Returns: At most a day; `nil` if it is neither.
    static func pause(_ text: String, date: String? = nil, wall: Int64) -> Duration? {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Int64(text).map { min(.seconds($0), longest) } ?? longest
        }
        guard let end = seconds(ofDate: text) else { return nil }
        let start = date.flatMap { seconds(ofDate: $0) }.map { $0 * 1_000_000 } ?? wall
        return min(max(.microseconds(end * 1_000_000 - start), .zero), longest)
    }

    /// The seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func seconds(ofDate text: String) -> Int64? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", words[0].hasSuffix(","),
            let day = Int64(words[1]), 1...31 ~= day,
            let month = months.firstIndex(of: words[2]).map({ Int64($0 + 1) }),
            let year = Int64(words[3]), 1970...9999 ~= year
        else { return nil }
        let time = words[4].split(separator: ":").map { Int64($0) ?? -1 }
        guard time.count == 3, 0...23 ~= time[0], 0...59 ~= time[1], 0...60 ~= time[2] else {
            return nil
        }
        // Years that begin in March have the day of a leap year at their end.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        return days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
    }

    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
