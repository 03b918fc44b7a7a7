/// What an operation or a launch action does, as the file declares it; `SlipwayBodies` runs it.
package enum BodySpecification: Hashable, Sendable {
    /// Runs a program, without a shell.
    case exec(ExecSpecification)
    /// Makes an HTTP request.
    case http(HTTPSpecification)
    /// Waits for a port, a socket, a file or a URL.
    case wait(WaitSpecification)
    /// Writes a file.
    case write(WriteSpecification)
    /// Hands the action to a running program; only of an action.
    case deliver(DeliverSpecification)
    /// Sleeps, for trying a configuration out.
    case sleep(Duration)
    /// Operations of its own, which the plan runs; never of an action.
    case group(GroupSpecification)
}

/// Key `exec`: a program and its arguments, or a mapping with `command` and the keys below.
package struct ExecSpecification: Hashable, Sendable {
    /// What happens to standard output.
    ///
    /// Key `output`, default `none`.
    package enum Output: String, Hashable, Sendable, CaseIterable {
        /// It goes to the daemon's own; the value is null.
        case none
        /// One JSON document; it is the value.
        case json
        /// UTF-8 text without its final newline.
        case text
        /// An array of lines.
        case lines
    }

    /// Key `ready`, default `exit`: when the program has done what its operation waits for.
    package enum Ready: Hashable, Sendable {
        /// When it has exited.
        case exit
        /// When it was executed; it stays.
        case started
        /// When it says so, as systemd's services of `Type=notify` do; it stays.
        case notify
        /// When the Unix stream socket at the path accepts a connection; it stays.
        case socket(Template)
    }

    /// The program (an absolute path, or a name looked up in PATH) and its arguments; not empty.
    package var command: [Template]
    /// Variables added to the daemon's environment.
    ///
    /// Key `environment`, default none.
    package var environment: [String: Template]
    /// Key `directory`; default the daemon's.
    package var directory: Template?
    /// Text for standard input.
    ///
    /// Key `stdin`, default none (standard input is empty).
    package var stdin: Template?
    /// Key `output`.
    package var output: Output
    /// Key `ready`.
    package var ready: Ready
    /// Key `success` of the operation: the exit statuses that are a success; default only 0.
    package var success: Set<Int32>

    /// Creates a specification.
    package init(
        command: [Template],
        environment: [String: Template] = [:],
        directory: Template? = nil,
        stdin: Template? = nil,
        output: Output = .none,
        ready: Ready = .exit,
        success: Set<Int32> = [0]
    ) {
        self.command = command
        self.environment = environment
        self.directory = directory
        self.stdin = stdin
        self.output = output
        self.ready = ready
        self.success = success
    }
}

/// Key `http`: a URL, or a mapping with `url` and the keys below.
package struct HTTPSpecification: Hashable, Sendable {
    /// Key `method`, default `GET`, or `POST` when there is a body.
    package enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
    }

    /// What happens to the response's body.
    ///
    /// Key `output`, default `json`.
    package enum Output: String, Hashable, Sendable, CaseIterable {
        /// It is read and dropped; the value is null.
        case none
        /// One JSON document; it is the value.
        case json
        /// UTF-8 text.
        case text
    }

    /// Key `url`: `http://`, `https://` or `http+unix://` (the socket's path percent-encoded as the
    /// host); filled in with ``Template/url(_:)``.
    package var url: Template
    /// Key `method`.
    package var method: Method
    /// Key `headers`, default none.
    package var headers: [HeaderName: Template]
    /// Key `body`: text sent with `POST`, default none.
    package var body: Template?
    /// Key `expect`: the status codes that are a success; default 200 to 299.
    package var expect: [Int]?
    /// Key `output`.
    package var output: Output
    /// Key `tryTimeout`: how long one try may take, from looking up the host to the last byte,
    /// redirects included; default 30 s.
    package var tryTimeout: Duration

    /// Creates a specification.
    package init(
        url: Template,
        method: Method = .get,
        headers: [HeaderName: Template] = [:],
        body: Template? = nil,
        expect: [Int]? = nil,
        output: Output = .json,
        tryTimeout: Duration = .seconds(30)
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.expect = expect
        self.output = output
        self.tryTimeout = tryTimeout
    }
}

/// Key `wait`: one of `tcp`, `socket`, `file` or `http`, and the keys below.
package struct WaitSpecification: Hashable, Sendable {
    /// The target of the wait.
    package enum Target: Hashable, Sendable {
        /// Key `tcp`: `host:port` accepts a connection; IPv6 addresses are in brackets. Filled in
        /// with ``Template/hostAndPort(_:)``.
        case tcp(Template)
        /// Key `socket`: a Unix stream socket accepts a connection.
        case socket(Template)
        /// Key `file`: a path exists.
        case file(Template)
        /// Key `http`: a URL answers with a status from 200 to 399.
        case http(Template)
    }

    /// The target.
    package var target: Target
    /// Key `every`: the pause between two tries, default 50 ms, at least 1 ms.
    package var every: Duration
    /// Key `tryTimeout`: how long one try may take, default 5 s; unused for a file.
    package var tryTimeout: Duration

    /// Creates a specification.
    package init(
        target: Target,
        every: Duration = .milliseconds(50),
        tryTimeout: Duration = .seconds(5)
    ) {
        self.target = target
        self.every = every
        self.tryTimeout = tryTimeout
    }
}

/// Key `write`: puts text into a file, which has all of it or is as it was.
package struct WriteSpecification: Hashable, Sendable {
    /// Whose the file is.
    package struct Owner: Hashable, Sendable {
        /// The user's name or number.
        package var user: String
        /// The group's name or number; `nil` leaves it the daemon's.
        package var group: String?

        /// Names an owner.
        package init(user: String, group: String? = nil) {
            self.user = user
            self.group = group
        }
    }

    /// Key `path`: an absolute path, without values and payloads.
    package var path: Template
    /// Key `content`: the text.
    package var content: Template
    /// Key `mode`: the permissions, up to 0777; default 0644.
    package var mode: UInt32
    /// Key `owner`; default the daemon's own user.
    package var owner: Owner?

    /// Creates a specification.
    package init(path: Template, content: Template, mode: UInt32 = 0o644, owner: Owner? = nil) {
        self.path = path
        self.content = content
        self.mode = mode
        self.owner = owner
    }
}
