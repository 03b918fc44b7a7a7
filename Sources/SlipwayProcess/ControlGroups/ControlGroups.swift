internal import Glibc
internal import Slipway
package import SlipwayLoop
package import SlipwaySystem

/// The control groups of this service's children.
///
/// The service can make them where its own group was delegated to it. Nothing is looked for before
/// the first child asks for one, or ``prepare()`` does.
@Loop
package final class ControlGroups {
    package static let shared = ControlGroups()

    private var place: Result<DelegatedGroup, DelegatedGroup.Lack>?
    private var watch: GroupWatch?
    private var lastNumber = 0
    /// The groups that are not removed yet.
    private var groups: [ObjectIdentifier: ChildGroup] = [:]
    /// Remarks about groups of earlier runs that are not told yet.
    private var remarks: [String] = []

    private init() {}

    /// Makes the service's own group ready for further ones; does so once.
    ///
    /// Ends what an earlier run has left in its groups, for which it may block some seconds.
    ///
    /// - Returns: Whether groups can be made.
    package func prepare() -> GroupRights {
        switch delegated() {
        case .success(let place): .there(controllers: place.controllers)
        case .failure(let lack): .absent("\(lack)")
        }
    }

    /// Hands out the remarks about groups of earlier runs, each once.
    package func takeRemarks() -> [String] {
        defer { remarks = [] }
        return remarks
    }

    /// Takes a group in place of the one that would be found.
    func use(_ given: DelegatedGroup) {
        place = .success(given)
        watch = watch ?? GroupWatch()
    }

    private func delegated() -> Result<DelegatedGroup, DelegatedGroup.Lack> {
        if let place { return place }
        let found = Result { () throws(DelegatedGroup.Lack) in
            // The groups here belong to that daemon's children: this one would end them as left by
            // an earlier run.
            guard !Reaper.isBelowAnother else { throw .belowAnother }
            let place = try DelegatedGroup.find()
            try place.begin()
            return place
        }
        place = found
        if case .success(let place) = found {
            watch = GroupWatch()
            remarks += place.endFormer()
        }
        return found
    }

    /// Makes a group for a child.
    ///
    /// - Parameters:
    ///   - request: Its name and limits.
    ///   - note: Writes a line about the child.
    /// - Returns: `nil` if there can be none; then the child runs beside the daemon.
    func make(_ request: GroupRequest, note: @escaping @Loop (String) -> Void) -> ChildGroup? {
        guard case .success(let place) = delegated() else { return nil }
        enable(request.limits.keys)
        do throws(ErrorNumber) {
            let group = ChildGroup(try make(request, in: place), request.limits, watch) { [self] in
                groups[ObjectIdentifier($0)] = nil
            }
            group.note = note
            groups[ObjectIdentifier(group)] = group
            group.begin()
            return group
        } catch {
            note("<4>has no control group, and its limits do not hold: cannot make one: \(error)")
            return nil
        }
    }

    /// Has the kernel limit these resources in all groups, as far as it can.
    func enable(_ resources: some Sequence<GroupResource>) {
        guard case .success(let place)? = place else { return }
        place.enable(Set(resources.map(\.controller)))
    }

    /// The number of names that are tried: a former group may be stuck under one.
    private static let tries = 100

    private func make(
        _ request: GroupRequest,
        in place: DelegatedGroup
    ) throws(ErrorNumber) -> ControlGroup {
        var failure = ErrorNumber(0)
        for _ in 0..<Self.tries {
            lastNumber += 1
            let name = DelegatedGroup.name(request.kind, request.name, lastNumber)
            let group = place.group.child(name)
            do throws(ErrorNumber) {
                try group.make()
                return group
            } catch {
                guard error.rawValue == EEXIST else { throw error }
                failure = error
            }
        }
        throw failure
    }
}
