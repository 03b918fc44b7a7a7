"""Texts with references, and the URLs, paths and ports that there are in a life."""

import urllib.parse

from drawing import NOTHING
from packing import OWN

ACCOUNTS = ("nobody", "daemon", 65534, 1, "root")
GROUPS = ("nogroup", "daemon", 65534, 1)
# Where a credential may stand.
SECRET = ("exec.environment", "exec.stdin", "http.headers", "http.body", "flags.headers", "write.content")


class Texts:
    def __init__(self, scene):
        self.scene = scene
        self.place = scene.place

    def known(self):
        return {
            "text": self.text, "shownText": self.text,
            "url": self.url, "hostAndPort": self.host_and_port, "listenAddress": self.listen,
            "absolutePath": self.path, "account": self.account,
            "exec.environment": self.environment, "exec.environmentFiles": self.environment_files,
            "exec.directory": self.directory, "exec.directories": self.directories,
            "folder.path": lambda drawing, schema: self.made(drawing),
            "reload.files": self.reload_files, "wait.socket": lambda drawing, schema: self.place.backendSocket,
            "wait.file": self.file, "condition.exists": self.file,
            "write.path": lambda drawing, schema: f"{self.place.files}/written.{self.scene.current}",
            "write.owner": self.owner,
            "http.headers": self.headers, "flags.headers": self.headers, "probe.headers": self.headers,
            "http.body": self.body,
            "tls.ca": lambda drawing, schema: self.place.tls["ca"],
            "tls.certificate": lambda drawing, schema: self.place.tls["certificate"],
            "tls.key": lambda drawing, schema: self.place.tls["key"],
            "http.tls": self.tls, "probe.tls": self.tls, "flags.tls": self.tls, "tls": self.tls_mapping,
        }

    def account(self, drawing, schema):
        """A user or a group; to name one is a right of root's."""
        is_group = drawing.path[-1][1] in ("group", "supplementaryGroups")
        return drawing.choice(GROUPS if is_group else ACCOUNTS) if self.place.isRoot else NOTHING

    def owner(self, drawing, schema):
        return drawing.choice(["nobody", "daemon:daemon", 65534, "1:1"]) if self.place.isRoot else NOTHING

    def givers(self, drawing):
        """The operations before that surely have a value."""
        # The innermost operation is the one that counts.
        own = next((m for (name, _), m in reversed(list(zip(drawing.path, drawing.around))) if name == "operation"), {})
        stage = own.get("stage", self.scene.stage)
        facts = self.scene.requirable(own.get("optional"), stage, drawing.inside("action"))
        return [one for one in facts if one.values and one.has_value_for_sure]

    def kept(self, drawing):
        """A reference to the whole value of an operation before that keeps it, or None."""
        found = [one for one in self.givers(drawing) if "cached" in one.definition.get("fallback", {}) and "value" in one.values]
        return f"${{operations.{drawing.choice(found).name}.value}}" if found else None

    def value(self, drawing):
        """A reference to a value of an operation before, or None."""
        facts = self.givers(drawing)
        if not facts:
            return None
        one = drawing.choice(facts)
        last = "age" if drawing.chance(0.1) and "cached" in str(one.definition.get("fallback")) else None
        return f"${{operations.{one.name}.{last or drawing.choice(one.values)}}}"

    def payload(self, drawing, is_free=False):
        """A reference to a part of the payload that is always there, or None; with `is_free` rather to a text that may
        be anything."""
        sure, parameters = self.sure(self.scene.current), self.scene.parameters.get(self.scene.current) or {}
        free = [name for name in sure if set(parameters[name]) <= {"type", "required", "default", "maxLength", "description"}
                and parameters[name].get("type", "string") == "string"]
        found = is_free and free or sure
        return f"${{payload.{drawing.choice(found)}}}" if found else None

    def sure(self, kind):
        """The parameters of a kind of action that each of its payloads has."""
        parameters = self.scene.parameters.get(kind) or {}
        return [name for name, one in parameters.items() if one.get("required") or "default" in one]

    def text(self, drawing, schema):
        share = drawing.random.random()
        if share < 0.25:
            found = self.value(drawing)
            if found:
                return found if drawing.chance(0.6) else f"v={found}"
        elif share < 0.4:
            found = drawing.inside("action") and self.payload(drawing)
            if found:
                return found
        elif share < 0.5:
            return drawing.choice(
                ["${env.LIFE_PLAN}", "${launch.id}", "a ${env.LIFE_PLAN} b", "5 $$ x", "${env.LIFE_TEXT}"]
            )
        elif share < 0.65 and any(drawing.inside(key) for key in SECRET):
            return "Bearer ${credential.token}"
        elif share < 0.7:
            return drawing.choice([7, 1.5, True])
        return drawing.choice(["one", "two words", "ünïcode", "{\"a\": 1}", "plain"])

    def environment(self, drawing, schema):
        names = ["LIFE_A", "LIFE_B", "LANG", "life_c"]
        return {
            name: self.text(drawing, schema) for name in drawing.random.sample(names, drawing.random.randint(1, 3))
        }

    def environment_files(self, drawing, schema):
        files = [
            f"{self.place.files}/a.env", f"-{self.place.files}/b.env", f"-{self.place.files}/missing.env",
            "${env.LIFE_FILES}/c.env", f"{self.place.files}/{self.scene.current}.env",
        ]
        chosen = drawing.random.sample(files, drawing.random.randint(1, 2))
        return [path for path in chosen if not path.endswith(f"/{self.scene.current}.env") or self.make(path)]

    def make(self, path):
        """An environment file of one operation alone, for a place where files can be made."""
        with open(path, "a") as file:
            if file.tell() == 0:
                file.write(OWN)
        return True

    def directory(self, drawing, schema):
        return drawing.choice([self.place.files, "/", f"{self.place.folder}/life", "${env.LIFE_FILES}"])

    def made(self, drawing):
        return f"{self.place.folder}/life/made/{self.scene.current}{drawing.random.randrange(3)}"

    def directories(self, drawing, schema):
        return [
            self.made(drawing) if drawing.chance(0.4) else drawing.named("folder")
            for _ in range(drawing.random.randint(1, 2))
        ]

    def reload_files(self, drawing, schema):
        files = [f"{self.place.files}/web.conf", f"{self.place.files}/conf.d", "${env.LIFE_FILES}/a.env"]
        # And one that the program makes itself.
        own = [f"{self.place.life}/{self.scene.current}.conf"] if drawing.chance(0.4) else []
        return drawing.random.sample(files, drawing.random.randint(1, 2)) + own

    def file(self, drawing, schema):
        """A file that is there, or that an operation before writes; for a condition also one that is not."""
        # Of those that surely come: without a condition, and in the launch.
        sure = [
            one for one in self.scene.facts
            if one.body == "write" and not {"when", "requires"} & set(one.definition) and not one.is_background
        ]
        written = [f"{self.place.files}/written.{one.name}" for one in sure if not one.scope]
        there = [f"{self.place.files}/there", "${env.LIFE_FILES}/there", *written[:1]]
        return drawing.choice(there if drawing.path[-1][0] == "wait" else there + [f"{self.place.files}/not-there"])

    def path(self, drawing, schema):
        return f"{self.place.files}/there"

    def port(self, drawing):
        return drawing.random.choice(range(20_000, 30_000))

    def host_and_port(self, drawing, schema):
        if drawing.inside("operation.exec"):
            # The program's own sign.
            return f"127.0.0.1:{self.port(drawing)}"
        return urllib.parse.urlsplit(self.place.backend).netloc

    def listen(self, drawing, schema):
        return f"{self.place.folder}/life/probes" if drawing.chance(0.5) else f"127.0.0.1:{self.port(drawing)}"

    def url(self, drawing, schema):
        if drawing.inside("ready"):
            return f"http://127.0.0.1:{self.port(drawing)}/ready"
        if drawing.around and "tls" in drawing.around[-1]:
            base = self.place.backendTLS
        else:
            unix = "http+unix://" + urllib.parse.quote(self.place.backendSocket, safe="")
            base = drawing.random.choices([self.place.backend, "${env.LIFE_BACKEND}", unix], [5, 2, 2])[0]
        if drawing.inside("flags"):
            return base
        base += f"/{drawing.path[-1][1]}/{self.scene.current}"
        query = drawing.chance(0.3) and drawing.inside("operation") and self.value(drawing)
        query = query or drawing.chance(0.7) and drawing.inside("action") and self.payload(drawing, is_free=True)
        return f"{base}?q={query}" if query else base

    def headers(self, drawing, schema):
        values = {
            "X-Life": self.text(drawing, schema), "X-User": drawing.choice(["ann", "bob"]),
            "Authorization": "Bearer ${credential.token}", "Idempotency-Key": "${launch.id}", "Accept": "*/*",
        }
        return {name: values[name] for name in drawing.random.sample(list(values), drawing.random.randint(1, 3))}

    def body(self, drawing, schema):
        if drawing.chance(0.4):
            return self.text(drawing, schema)
        return {"item": self.text(drawing, schema), "list": [1, self.text(drawing, schema)]}

    def tls(self, drawing, schema):
        is_own = drawing.inside("ready")
        return NOTHING if is_own or not getattr(self.place, "tls", None) else drawing.named("tls")

    def tls_mapping(self, drawing, schema):
        return drawing.mapping(schema, "tls", also=("ca",))
