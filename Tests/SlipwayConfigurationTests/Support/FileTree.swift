import SlipwayJSON

@testable import SlipwayConfiguration

/// A file as the decoder gets it: a tree, which is YAML or JSON no more.
struct FileTree {
    let json: JSON?
    /// The keys of the file, in order; `nil` if it is no mapping.
    let keys: [String]?
    let faults: [String]

    init(_ text: String, file: String = "f.yaml") { self.init(Array(text.utf8), file: file) }

    init(_ bytes: [UInt8], file: String = "f.yaml") {
        let (node, faults) = YAMLReader.read(bytes, file: file)
        json = node?.json()
        keys = if case .mapping(let entries) = node?.content { entries.map(\.key) } else { nil }
        self.faults = faults.map(\.description)
    }
}
