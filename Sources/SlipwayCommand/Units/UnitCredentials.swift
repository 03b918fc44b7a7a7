internal import Glibc

/// The credentials that a unit gives its processes, by name.
struct UnitCredentials: Hashable {
    private var names: Set<String> = []
    /// The patterns of names: `NAME_*` for a folder, whose files are credentials, and those of
    /// `ImportCredential=`.
    private var patterns: [String] = []
    /// The obstacles to a start of the unit: files that are named and not there, each as a sentence.
    private(set) var obstacles: [String] = []

    /// Reads the files of a unit; blocks.
    init(_ unit: UnitFile, _ name: UnitName) {
        let texts = UnitText(name: name)
        func parts(_ key: String) -> [(name: String, rest: String?)] {
            unit.values(key).map { value in
                let parts = value.split(separator: ":", maxSplits: 1).map {
                    texts.translate(String($0), fillsIn: false).text
                }
                return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
            }
        }
        let set = (parts("SetCredential") + parts("SetCredentialEncrypted")).map(\.name)
        names = Set(set)
        for key in ["LoadCredential", "LoadCredentialEncrypted"] {
            for (name, path) in parts(key) {
                names.insert(name)
                guard let path else { continue }
                var status = stat()
                let isFound = path.hasPrefix("/") && stat(path, &status) == 0
                let isAbsent = path.hasPrefix("/") && !isFound && errno == ENOENT
                // A path that this user cannot see may be a folder.
                if isFound ? status.st_mode & S_IFMT == S_IFDIR : !isAbsent {
                    patterns.append("\(name)_*")
                } else if isAbsent, !set.contains(name) {
                    obstacles.append("\(key)=\(name):\(path), which is not there: make it")
                }
            }
        }
        patterns += parts("ImportCredential").map(\.name)
    }

    var isEmpty: Bool { names.isEmpty && patterns.isEmpty }

    /// Tells whether there is, or may be, a credential of that name.
    func has(_ name: String) -> Bool {
        names.contains(name) || patterns.contains { fnmatch($0, name, 0) == 0 }
    }
}
