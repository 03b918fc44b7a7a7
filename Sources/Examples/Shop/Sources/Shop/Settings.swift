import Foundation

/// The settings of the environment.
struct Settings: Sendable {
    let database: String
    let port: Int
    /// The duration of a payment.
    let payment: Duration

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        let directory = environment["STATE_DIRECTORY"] ?? "."
        database = environment["SHOP_DATABASE"] ?? "\(directory)/shop.sqlite"
        port = environment["SHOP_PORT"].flatMap { Int($0) } ?? 8080
        payment = .milliseconds(environment["SHOP_PAYMENT_MS"].flatMap { Int($0) } ?? 200)
    }
}

/// The features that are switched on or off.
struct Toggles: Sendable {
    var thanksLoudly = false

    /// Stands in for a service of feature toggles.
    static func fetch() async throws -> Toggles {
        try await Task.sleep(for: .milliseconds(20))
        return Toggles(thanksLoudly: true)
    }
}
