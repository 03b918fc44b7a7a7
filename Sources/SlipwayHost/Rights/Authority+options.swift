internal import Glibc
internal import Slipway
internal import SlipwaySystem
internal import SlipwaySystemd

/// Finds the users and groups that a service's options name.
extension Authority {
    convenience init(_ options: HostOptions) {
        // A kind with an `allow` is closed to all until its names are known.
        let rights = Rights(senders: options.allow.mapValues { _ in SlipwaySystem.Principals() })
        self.init(owner: geteuid(), rights, isKnown: !options.namesPrincipals)
    }

    /// Looks the names up, beside the caller: a user server may be silent for long.
    func lookUp(_ options: HostOptions, _ log: HostLog) {
        guard options.namesPrincipals else { return }
        let lookUp = { @Sendable [self] in
            take(options.rights { log.say(.warning, $0) })
        }
        do { try Thread("slipway-names", blocking: .full, lookUp) } catch { lookUp() }
    }
}

extension HostOptions {
    fileprivate var namesPrincipals: Bool {
        ([operators] + allow.values).contains { !$0.users.isEmpty || !$0.groups.isEmpty }
            || !allow.isEmpty
    }

    fileprivate func rights(warn: (String) -> Void) -> Authority.Rights {
        Authority.Rights(
            operators: operators.resolved(warn),
            senders: allow.mapValues { $0.resolved(warn) }
        )
    }
}

extension HostOptions.Principals {
    /// The numbers of the users and groups that this machine knows; an unknown name grants no
    /// right.
    fileprivate func resolved(_ warn: (String) -> Void) -> SlipwaySystem.Principals {
        func numbers(
            _ names: Set<String>,
            _ word: String,
            _ look: (String) throws(ErrorNumber) -> UInt32?
        ) -> Set<UInt32> {
            var numbers: Set<UInt32> = []
            for name in names.sorted() {
                do throws(ErrorNumber) {
                    let number = if let number = UInt32(name) { number } else { try look(name) }
                    guard let number, number != .max, number != UserDatabase.overflow else {
                        warn("no \(word) '\(name)' is known on this machine; it has no right")
                        continue
                    }
                    numbers.insert(number)
                } catch {
                    warn("\(word) '\(name)' cannot be looked up: \(error); it has no right")
                }
            }
            return numbers
        }
        return SlipwaySystem.Principals(
            users: numbers(users, "user", UserDatabase.user(named:)),
            groups: numbers(groups, "group", UserDatabase.group(named:))
        )
    }
}
