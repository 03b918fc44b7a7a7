internal import SlipwayConfiguration
internal import SlipwaySystem

extension Configuration {
    /// The place where probes are answered.
    ///
    /// - Parameter environment: What `${env.NAME}` is looked up in.
    /// - Returns: The address; `nil` for none.
    /// - Throws: What the variables make of it is no address.
    private func probeAddress(
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

    /// The place where probes are answered, or what its variables make wrong of it.
    ///
    /// If one of them is not set, there is none either: that is a fault of its own.
    func findProbeAddress(
        in environment: [String: String]
    ) -> (address: ListenAddress?, faults: [ConfigurationFault]) {
        let isKnown = probes?.listen.references.allSatisfy { reference in
            if case .environment(let name) = reference { environment[name] != nil } else { false }
        }
        guard isKnown == true else { return (nil, []) }
        do throws(ConfigurationFault) {
            return (try probeAddress(in: environment), [])
        } catch {
            // One without variables was refused where it was read.
            return (nil, probes?.listen.literal == nil ? [error] : [])
        }
    }
}

extension ProbesSpecification {
    fileprivate func fault(_ reason: String) -> ConfigurationFault {
        ConfigurationFault(at: origin, key: Self.key, reason: reason)
    }
}
