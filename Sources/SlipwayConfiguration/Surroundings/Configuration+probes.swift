package import SlipwaySystem

extension Configuration {
    /// The place where probes are answered.
    ///
    /// - Parameter environment: What `${env.NAME}` is looked up in.
    /// - Returns: The address; `nil` for none.
    /// - Throws: What the variables make of it is no address.
    package func probeAddress(
        in environment: [String: String]
    ) throws(ConfigurationFault) -> ListenAddress? {
        guard let probes else { return nil }
        let text: String
        do throws(TemplateError) {
            text = try probes.listen.render(TemplateValues(environment: environment))
        } catch {
            throw probes.fault("\(error)")
        }
        do throws(ListenAddressFault) {
            return try ListenAddress(parsing: text)
        } catch {
            throw probes.fault("\(Quoting.quoted(text)) \(error)")
        }
    }

    /// The fault of an address that its variables make wrong; none where one of them is not set, which is a
    /// fault of its own.
    func probeFaults(in environment: [String: String]) -> [ConfigurationFault] {
        guard let probes, probes.listen.literal == nil,
            probes.listen.references.allSatisfy({ reference in
                if case .environment(let name) = reference {
                    environment[name] != nil
                } else {
                    false
                }
            })
        else { return [] }
        do throws(ConfigurationFault) {
            _ = try probeAddress(in: environment)
            return []
        } catch {
            return [error]
        }
    }
}

extension ProbesSpecification {
    fileprivate func fault(_ reason: String) -> ConfigurationFault {
        ConfigurationFault(at: origin, key: Self.key, reason: reason)
    }
}
