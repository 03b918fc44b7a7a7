import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Asks whether a URL answers at all.
struct HTTPProbe {
    let name: String
    private let request: HTTPClientRequest

    init(url: String) {
        name = requestName(method: "GET", url: url)
        request = HTTPClientRequest(url: url)
    }

    /// `nil` if it answers with a status from 200 to 399; a redirect is an answer and is not
    /// followed.
    func failure(with clients: HTTPClients) async throws(CancellationError) -> String? {
        do {
            let client = try clients.client(followingRedirects: false)
            let status = try await client.execute(request, deadline: .distantFuture).status
            if (200...399).contains(status.code) { return nil }
            return "\(status.code) \(status.reasonPhrase)"
        } catch {
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            return httpFailureReason(error)
        }
    }
}
