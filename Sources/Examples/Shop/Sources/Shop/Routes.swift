import Hummingbird

/// The answers of the shop.
func routes(
    _ stock: Stock,
    _ toggles: Toggles,
    _ settings: Settings,
    restock: @escaping @Sendable (Goods) throws -> Void
) -> Router<BasicRequestContext> {
    let router = Router()
    router.get("stock/:item") { _, context in
        "\(try await stock.count(of: try context.parameters.require("item")))"
    }
    router.post("stock/:item/:count") { _, context -> HTTPResponse.Status in
        let item = try context.parameters.require("item")
        try restock(Goods(item: item, count: context.parameters.require("count", as: Int.self)))
        return .accepted
    }
    router.post("orders/:item") { _, context in
        let item = try context.parameters.require("item")
        // Stands in for the service that takes the money.
        try await Task.sleep(for: settings.payment)
        try await stock.take(item)
        return toggles.thanksLoudly ? "THANK YOU" : "thank you"
    }
    return router
}
