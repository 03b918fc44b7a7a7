internal import Slipway
package import SlipwayConfiguration

extension Configuration {
    /// The programs that each program requires, directly or through others; empty if no program has a rule
    /// for those that depend on it.
    package var requiredPrograms: [String: Set<String>] {
        let operations = allOperations.map(\.operation)
        let programs = operations.filter { $0.program != nil }
        guard programs.contains(where: { $0.program?.end.dependents != .kept }) else { return [:] }
        var needs: [String: [String]] = [:]
        for requirement in operations.declaredRequirements {
            for reader in requirement.readers {
                needs[reader.name, default: []].append(requirement.name)
            }
        }
        for operation in operations {
            needs[operation.name, default: []] += (operation.children ?? []).map(\.name)
        }
        let isProgram = Set(programs.map(\.name))
        var required: [String: Set<String>] = [:]
        for name in isProgram {
            var seen: Set<String> = []
            var open = needs[name] ?? []
            while let next = open.popLast() {
                if seen.insert(next).inserted { open += needs[next] ?? [] }
            }
            required[name] = seen.intersection(isProgram).subtracting([name])
        }
        return required
    }
}
