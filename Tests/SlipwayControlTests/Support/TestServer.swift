import Foundation
import Testing

@testable import SlipwayControl

/// A server with a ``TestService`` in a directory of its own.
final class TestServer {
    let directory: TemporaryDirectory
    let path: String
    let service = TestService()
    let server: ControlServer

    init(limits: ControlLimits = ControlLimits()) throws {
        directory = try TemporaryDirectory()
        path = directory.path + "/control"
        server = try ControlServer(
            on: .path(path),
            services: [service],
            identity: .test,
            limits: limits
        )
    }

    deinit { server.shutdown() }

    func connect() throws -> RawClient { try RawClient(path: path) }
}

extension ServiceIdentity {
    static let test = ServiceIdentity(
        vendor: "Slipway",
        product: "test",
        version: "1.2.3",
        url: "https://example.org"
    )
}

/// A directory that is removed with everything in it.
final class TemporaryDirectory {
    let path: String

    init() throws {
        var template = Array("/tmp/slipway-XXXXXX".utf8CString)
        let name = mkdtemp(&template).map { String(cString: $0) }
        path = try #require(name)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
