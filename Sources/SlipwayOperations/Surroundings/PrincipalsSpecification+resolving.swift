internal import Slipway
package import SlipwayConfiguration
package import SlipwaySystem

extension PrincipalsSpecification {
    /// Finds a number by name; `nil` if the name is unknown.
    package typealias Lookup = (String) throws(ErrorNumber) -> UInt32?

    /// Resolving needs a lookup.
    package var hasNames: Bool { (users + groups).contains { !$0.isNumber } }

    /// Resolves the names; blocks as ``UserDatabase`` does.
    ///
    /// - Parameters:
    ///   - user: Finds a user's number by name. Default: on this machine.
    ///   - group: Finds a group's number.
    /// - Returns: The principals that are known here, and a warning for each unknown one: a name
    ///   that no user or group has grants no right.
    package func resolved(
        user: Lookup = UserDatabase.user(named:),
        group: Lookup = UserDatabase.group(named:)
    ) -> (principals: Principals, warnings: [ConfigurationFault]) {
        var warnings: [ConfigurationFault] = []
        func numbers(
            _ entries: [Entry],
            _ word: String,
            _ look: Lookup
        ) -> Set<UInt32> {
            var numbers: Set<UInt32> = []
            for entry in entries {
                switch entry.number(look) {
                case .success(let number): numbers.insert(number)
                case .failure(let reason):
                    warnings.append(entry.warning(reason.words(entry, word)))
                }
            }
            return numbers
        }
        let principals = Principals(
            users: numbers(users, "user", user),
            groups: numbers(groups, "group", group)
        )
        return (principals, warnings)
    }
}

extension PrincipalsSpecification.Entry {
    fileprivate enum Reason: Error {
        /// The number is invalid, or no user or group has the name.
        case unknown
        /// The lookup failed.
        case failed(ErrorNumber)
        /// The number is that by which the kernel shows every user that it cannot map.
        case anyone

        func words(_ entry: PrincipalsSpecification.Entry, _ word: String) -> String {
            let name = Quoting.quoted(entry.text)
            return switch self {
            case .unknown:
                "no \(word) \(name) is known on this machine; it has no effect until one is, and "
                    + "the service is started again"
            case .failed(let error):
                "\(word) \(name) cannot be looked up: \(error); it has no effect until the service is "
                    + "started again"
            case .anyone:
                "\(name) is what the kernel calls every \(word) that it cannot name; it has no effect"
            }
        }
    }

    /// A number in digits, rather than a name.
    fileprivate var isNumber: Bool { text.utf8.allSatisfy(ASCII.isDigit) }

    fileprivate func number(_ look: PrincipalsSpecification.Lookup) -> Result<UInt32, Reason> {
        do throws(ErrorNumber) {
            guard let number = isNumber ? UInt32(text) : try look(text), number != .max else {
                return .failure(.unknown)
            }
            return number == UserDatabase.overflow ? .failure(.anyone) : .success(number)
        } catch {
            return .failure(.failed(error))
        }
    }

    fileprivate func warning(_ reason: String) -> ConfigurationFault {
        ConfigurationFault(at: origin, key: path, reason: reason)
    }
}

extension Configuration {
    /// A warning for each user and group of the file that this machine does not know; blocks as
    /// ``UserDatabase`` does.
    package var unknownPrincipals: [ConfigurationFault] {
        ([operators] + actions.compactMap(\.allow)).flatMap { $0.resolved().warnings }
    }
}
