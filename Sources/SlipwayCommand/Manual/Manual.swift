/// The pages of the manual, all of them made from the tables that the programs themselves work with.
enum Manual {
    /// The pages that are no command's, which `slipway help` shows.
    static let topics: [String: @Sendable () -> ManualPage] = [
        "slipwayd": { DaemonPage.page },
        "slipway.yaml": { ConfigurationPage.page },
        "org.slipway.Launch": { InterfacePage.page },
    ]

    /// The page of a topic: `slipway.yaml`, also written `slipway.yaml(5)`; `nil` for none.
    static func topic(_ text: String) -> ManualPage? {
        if let make = topics[text] { return make() }
        let name = text.prefix { $0 != "(" }
        guard let page = topics[String(name)]?(), page.reference == text else { return nil }
        return page
    }

    /// Every page: that of the command and one for each subcommand, then the topics.
    static func all() throws -> [ManualPage] {
        try CommandPages.all() + topics.sorted { $0.key < $1.key }.map { $0.value() }
    }

    /// The last section of a page.
    static func seeAlso(_ references: String...) -> [ManualPage.Block] {
        let spans = references.flatMap { reference -> [ManualPage.Span] in
            let mark = reference.firstIndex(of: "(") ?? reference.endIndex
            return [.code(String(reference[..<mark])), .plain(String(reference[mark...]) + ", ")]
        }
        guard case .plain(let last)? = spans.last else { return [] }
        return [
            .title("SEE ALSO"), .paragraph(spans.dropLast() + [.plain(String(last.dropLast(2)))]),
        ]
    }
}
