import Foundation
import SlipwayTestSupport

/// The files of the repository, without what is built.
enum CodeBase {
    /// Relative to the repository.
    static let files: [String] = {
        let root = Checkout.root.path()
        let prefix = root.hasSuffix("/") ? root : root + "/"
        guard
            let walk = FileManager.default.enumerator(
                at: Checkout.root,
                includingPropertiesForKeys: [.isRegularFileKey]
            )
        else { return [] }
        var found: [String] = []
        for case let file as URL in walk {
            if [".build", ".git", ".swiftpm"].contains(file.lastPathComponent) {
                walk.skipDescendants()
                continue
            }
            let isFile = try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
            if isFile == true { found.append(String(file.path().dropFirst(prefix.count))) }
        }
        return found.sorted()
    }()

    static let names = Set(files.compactMap { $0.split(separator: "/").last.map(String.init) })

    static func text(of file: String) throws -> String {
        try String(contentsOf: Checkout.file(file), encoding: .utf8)
    }

    /// The lines of each Swift file below folders, without indentation and empty lines.
    static func swiftLines(below folders: [String]) throws -> [[Substring]] {
        try files.filter { file in
            file.hasSuffix(".swift") && folders.contains { file.hasPrefix("\($0)/") }
        }.map { lines(of: try text(of: $0)) }
    }

    static func lines(of text: String) -> [Substring] {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    }
}
