/// An order of folders or modules, from the top down: each knows only what is in the rows below it.
struct Layers {
    /// A row is of those that do not know each other.
    let rows: [[String]]

    init(_ rows: [[String]]) { self.rows = rows }

    /// One under the other.
    init(_ names: [String]) { self.init(names.map { [$0] }) }

    var names: Set<String> { Set(rows.joined()) }

    /// Tells whether `user` may know `used`; a name without a place in the order may be known to
    /// all.
    func allows(_ user: String, toKnow used: String) -> Bool {
        guard user != used, let upper = row(of: user), let lower = row(of: used) else {
            return true
        }
        return upper < lower
    }

    private func row(of name: String) -> Int? { rows.firstIndex { $0.contains(name) } }
}

/// A file of Swift source, and the folder or module that it is in.
struct SourceFile {
    let path: String
    let place: String
    let code: String

    init(_ path: String, in place: String, _ source: String) {
        self.path = path
        self.place = place
        code = SwiftCode(source).text
    }
}

extension Layers {
    /// Each import of a module that does not stand below, in words.
    func upwardImports(of files: [SourceFile]) -> [String] {
        files.flatMap { file in
            file.imports.filter { !allows(file.place, toKnow: $0) }.map { module in
                "\(file.path) imports \(module), which does not stand below \(file.place)"
            }
        }
    }

    /// Each use of a type that is declared in a folder that does not stand below, in words.
    ///
    /// Types count whose name is declared at the top level in one folder only, and is not the name of
    /// a nested type or of a generic parameter in the folder that uses it. What an extension adds to a
    /// type of another folder is not seen.
    func upwardNames(in files: [SourceFile]) -> [String] {
        var homes: [String: Set<String>] = [:]
        var inner: [String: Set<String>] = [:]
        for file in files {
            for name in file.topLevelTypes { homes[name, default: []].insert(file.place) }
            inner[file.place, default: []].formUnion(file.innerTypes)
        }
        let home = homes.compactMapValues { $0.count == 1 ? $0.first : nil }
        return files.flatMap { file in
            file.usedTypes.subtracting(inner[file.place] ?? []).sorted().compactMap { name in
                guard let folder = home[name], !allows(file.place, toKnow: folder) else {
                    return nil
                }
                return "\(file.path) names \(name) of \(folder), which does not stand below "
                    + file.place
            }
        }
    }
}

extension SourceFile {
    fileprivate var imports: Set<String> {
        let pattern =
            /(?m)^(?:@\w+(?:\([^)]*\))? |\w+ )*import (?:(?:struct|class|enum|func|var) )?(\w+)/
        return Set(code.matches(of: pattern).map { String($0.1) })
    }

    /// The types that other files of the module can name; the formatter lets nothing nested begin at
    /// the margin.
    fileprivate var topLevelTypes: Set<String> {
        let pattern =
            /(?m)^(?:@\w+(?:\([^)]*\))? |(?:public|package|internal|final|indirect|nonisolated) )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/
        return Set(code.matches(of: pattern).map { String($0.1) })
    }

    /// Nested types, those of this file only, and generic parameters.
    fileprivate var innerTypes: Set<String> {
        let types =
            /(?m)^(?: +|private |fileprivate )[^\n=({:"]*?\b(?:struct|class|enum|actor|typealias|associatedtype) (\w+)/
        let parameters =
            /\b(?:(?:func|struct|class|enum|actor|typealias) \w+|init|subscript)<([^>]*)>/
        let generic = code.matches(of: parameters).flatMap { list in
            list.1.split(separator: ",").compactMap { $0.firstMatch(of: /^\s*(?:each )?(\w+)/)?.1 }
        }
        return Set((code.matches(of: types).map(\.1) + generic).map { String($0) })
    }

    /// The types that are named, but for those behind a dot: they are nested in what stands before it.
    fileprivate var usedTypes: Set<String> {
        let names = code.replacing("Slipway.", with: "").matches(of: /(\.?)\b([A-Z]\w*)/)
        return Set(names.filter(\.1.isEmpty).map { String($0.2) })
    }
}
