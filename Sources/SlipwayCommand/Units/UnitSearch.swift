internal import Glibc
internal import SlipwaySystem

/// Finds the files of a unit where systemd looks for them, without asking systemd.
struct UnitSearch {
    /// The folders, the one that counts most first; see systemd.unit(5).
    var folders = [
        "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
        "/usr/lib/systemd/system", "/lib/systemd/system",
    ]

    /// A unit with its name.
    struct Found {
        let name: UnitName
        let file: UnitFile
    }

    /// Reads a unit; if it is given by its name, with its drop-ins; blocks.
    ///
    /// - Parameter text: A path, or the name of a unit: `nginx`, `web@blue.service`.
    /// - Returns: The unit.
    /// - Throws: ``CommandFailure``: there is no such unit, or it cannot be read.
    func find(_ text: String) throws -> Found {
        guard !text.contains("/") else {
            let name = UnitName(String(text.split(separator: "/").last ?? ""))
            return Found(name: name, file: try Self.service(text, [try Self.read(text)]))
        }
        let name = UnitName(text)
        guard name.text.hasSuffix(".service") else {
            throw CommandFailure.usage(
                "'\(text)' is no service; name a unit that ends with .service"
            )
        }
        let names = [name.text] + (name.template.map { [$0] } ?? [])
        let paths = names.flatMap { name in folders.map { "\($0)/\(name)" } }
        guard let path = paths.first(where: { access($0, F_OK) == 0 }) else {
            throw CommandFailure.no(
                "there is no unit '\(name.text)' in \(folders.joined(separator: ", ")); a file is named with "
                    + "its path, such as ./\(name.text)"
            )
        }
        if let target = realpath(path, nil) {
            defer { free(target) }
            if strcmp(target, "/dev/null") == 0 {
                throw CommandFailure.no("'\(name.text)' is masked: \(path) is a link to /dev/null")
            }
        }
        return Found(
            name: name,
            file: try Self.service(path, ([path] + dropIns(names)).map(Self.read))
        )
    }

    /// A unit of these texts.
    ///
    /// - Throws: ``CommandFailure``: the file is a unit of another kind, or no unit.
    private static func service(_ path: String, _ texts: [String]) throws(CommandFailure)
        -> UnitFile
    {
        let file = UnitFile(texts)
        guard file.sections.contains(UnitFile.service) else {
            throw .no("\(path) is no unit of a service: it has no section [\(UnitFile.service)]")
        }
        return file
    }

    /// The drop-ins in the order of their names; of two with one name the folder that counts more.
    private func dropIns(_ names: [String]) throws -> [String] {
        var found: [String: String] = [:]
        for folder in folders.reversed() {
            for name in names.reversed() {
                for file in try Self.files(in: "\(folder)/\(name).d") where file.hasSuffix(".conf")
                {
                    found[file] = "\(folder)/\(name).d/\(file)"
                }
            }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The names in a folder; none if it is not there.
    private static func files(in folder: String) throws(CommandFailure) -> [String] {
        do throws(ErrorNumber) {
            return try FolderEntry.all(in: folder).map(\.name)
        } catch {
            if [ENOENT, ENOTDIR].contains(error.rawValue) { return [] }
            throw .cannot("cannot read \(folder): \(error)")
        }
    }

    private static func read(_ path: String) throws -> String {
        String(
            decoding: try Input.bytes(of: path, named: path, limit: 1024 * 1024),
            as: UTF8.self
        )
    }
}
