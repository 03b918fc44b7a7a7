internal import SlipwayJSON

/// A folder that is made for a process: an item of `directories`.
package struct FolderSpecification: Hashable, Sendable {
    package var path: Template
    /// The permissions, up to 0777.
    package var mode: UInt32 = 0o755

    /// Names a folder.
    package init(path: Template) { self.path = path }
}

extension FolderSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "folder",
            title: "Directories",
            summary: "A directory that is there before the process starts, and is its user's."
        )
    }

    static func read(_ keys: inout Keys) -> FolderSpecification? {
        let path = keys.require("path", .chosenFile(), orElse: "add it")
            .means(
                "The directory; never from a payload or a value. Those above it are made, too, if they "
                    + "are missing. One that is there and has something in it does not change its owner and permissions "
                    + "where a link leads to it, or another user could have put it there.",
                example: "/run/shop"
            )
        var folder = FolderSpecification(path: path ?? Template(segments: []))
        keys.read("mode", &folder.mode, .mode)
            .means("Its permissions in octal digits.", example: "\"0750\"")
        return path == nil ? nil : folder
    }
}

extension Kind where Value == [FolderSpecification] {
    /// Paths, or mappings with `path`.
    static var folders: Kind {
        Kind(.folders) { decoder, field in
            decoder.list(field, expected: "a list of directories, such as [/run/shop]")?
                .compactMap { item in
                    guard !item.isMapping else { return decoder.mapping(item) }
                    return Kind<Template>.chosenFile().read(decoder, item)
                        .map { FolderSpecification(path: $0) }
                }
        }
    }
}

extension KeyType {
    fileprivate static var folders: KeyType {
        let mapping = mapping(FolderSpecification.self)
        let folder = either(
            "[absolute path](#values-in-texts), or [mapping](#directories)",
            [Kind<Template>.chosenFile().type(), mapping]
        )
        return .list("paths or [mappings](#directories)", of: folder)
    }
}
