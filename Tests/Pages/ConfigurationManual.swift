internal import SlipwayConfiguration

/// `docs/CONFIGURATION.md`: every key, by mapping.
enum ConfigurationManual {
    static var text: String {
        let mappings = MappingDescription.all.map(section)
        return ([head] + [ConfigurationProse.beginning] + mappings + [ConfigurationProse.end])
            .joined(separator: "\n\n")
    }

    private static let head = """
        # The configuration of a service

        <!-- Made by `make pages` of the keys in Sources/SlipwayConfiguration; a test checks that it is current. -->
        """

    private static func section(of mapping: MappingDescription) -> String {
        var blocks = ["## \(mapping.title)", mapping.summary, mapping.manual]
        var rows: [String] = []
        func endTable() {
            if !rows.isEmpty { blocks.append(([tableHead] + rows).joined(separator: "\n")) }
            rows = []
        }
        for key in mapping.keys {
            if let part = key.part {
                endTable()
                blocks += ["### \(part.title)", part.text]
            }
            rows.append(row(of: key))
        }
        endTable()
        if !mapping.later.isEmpty {
            let names = mapping.later.map { "`\($0)`" }.joined(separator: ", ")
            blocks.append("Refused as not supported yet, by name: \(names).")
        }
        return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private static let tableHead = """
        | key | value | default | means |
        | --- | --- | --- | --- |
        """

    private static func row(of key: KeyDescription) -> String {
        let needed =
            switch key.need {
            case .none: ""
            case .required: "has to be there"
            case .alternative: "one of these"
            }
        let meaning = [key.words, key.limits].compactMap(\.self).joined(separator: " ")
        let cells = ["`\(key.name): \(key.example)`", key.type.words, key.usual ?? needed, meaning]
        return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
}
