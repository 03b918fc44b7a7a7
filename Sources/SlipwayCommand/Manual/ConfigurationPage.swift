internal import SlipwayConfiguration

/// slipway.yaml(5): every key, by mapping.
enum ConfigurationPage {
    static var page: ManualPage {
        ManualPage(
            name: "slipway.yaml",
            section: 5,
            summary: "the configuration of a service",
            blocks: [.title("DESCRIPTION")]
                + ManualText.blocks(installed(ConfigurationProse.beginning))
                + [.title("EXAMPLE"), .example(lines)]
                + MappingDescription.all.flatMap(section)
                + ManualText.blocks(ConfigurationProse.end)
                + Manual.seeAlso("slipway-check(1)", "slipway-init(1)", "slipwayd(8)", "slipway(1)")
        )
    }

    /// A configuration that is right.
    static let example = """
        name: shop
        operations:
          migrate:
            exec: [/usr/bin/env, echo, migrated]
            timeout: 30s
          web:
            requires: [migrate]
            exec:
              command: [/usr/bin/env, sleep, infinity]
              ready: started
            ended: restart
        actions:
          open-url:
            requires: [web]
            exec: [/usr/bin/env, echo, "${payload.url}"]
            parameters:
              url: { type: string, format: uri, required: true }
        """

    private static var lines: [String] {
        example.split(separator: "\n").map(String.init)
    }

    /// The text with the paths of an installed system.
    private static func installed(_ text: String) -> String {
        text.replacing("`config/", with: "`/usr/share/slipway/")
    }

    private static func section(of mapping: MappingDescription) -> [ManualPage.Block] {
        var blocks: [ManualPage.Block] = [.title(mapping.title.uppercased())]
        blocks += ManualText.blocks(mapping.summary) + ManualText.blocks(mapping.manual)
        for key in mapping.keys {
            if let part = key.part { blocks += [.part(part.title)] + ManualText.blocks(part.text) }
            blocks.append(entry(of: key))
        }
        if !mapping.later.isEmpty {
            let names = mapping.later.joined(separator: ", ")
            blocks.append(.paragraph([.plain("Refused as not supported yet, by name: \(names).")]))
        }
        return blocks
    }

    private static func entry(of key: KeyDescription) -> ManualPage.Block {
        let need =
            switch key.need {
            case .none: key.usual.map { "default: \($0)" }
            case .required: "has to be there"
            case .alternative: "one of these"
            }
        let facts = [key.type.words, need].compactMap(\.self).joined(separator: "; ")
        let meaning = [key.words, key.limits].compactMap(\.self).joined(separator: " ")
        return .entry(
            [.code("\(key.name): \(key.example)")],
            ManualText.spans("\(meaning) (\(facts))")
        )
    }
}
