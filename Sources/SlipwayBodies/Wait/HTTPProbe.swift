internal import Slipway
internal import SlipwayConfiguration

extension SharedHTTPClient {
    /// Why a URL does not answer with a status from 200 to 399; `nil` if it does.
    ///
    /// A redirect counts as an answer and is not followed; the body is not read.
    ///
    /// - Throws: When cancelled, how far the request came.
    func probeFailure(
        of url: RequestURL,
        within limit: Duration
    ) async throws(Cancelled) -> String? {
        do {
            let request = HTTPRequest(url: url)
            let answer = try await answer(to: request, in: TryTime(limit)) { _ in false }
            return 200...399 ~= answer.code ? nil : answer.status
        } catch RequestFailure.cancelled(let progress) {
            throw Cancelled("\(RequestFailure.cancelled(progress))")
        } catch let failure as RequestFailure {
            return "\(failure)"
        } catch {
            throw Cancelled("no answer")
        }
    }
}
