"""How often each key is drawn, and in which order."""

# By "MAPPING.KEY", by "MAPPING" for all its keys, and by "" for all others.
WEIGHTS = {
    "": 0.25,
    "configuration": 0.4, "configuration.deadline": 1, "configuration.grace": 1, "configuration.operations": 1,
    "configuration.actions": 1, "configuration.defaults": 0.35, "configuration.storage": 0.3,
    "configuration.operators": 0.15,
    "defaults": 0.25, "defaults.user": 0.1, "defaults.group": 0.1,
    "operation": 0.13, "operation.requires": 0.5, "operation.after": 0.25, "operation.timeout": 0.3, "operation.optional": 0.3,
    "operation.stop": 0.3, "operation.when": 0.2, "operation.fallback": 0.2, "operation.ended": 0.4,
    "operation.dependents": 0.3, "operation.restart": 0.4, "operation.health": 0.35, "operation.watchdog": 0.3,
    "operation.replace": 0.3, "operation.reload": 0.4, "operation.exitStatus": 0.1, "operation.beforeGivingUp": 0.2,
    # Its body: how often it is which.
    "operation.exec": 6, "operation.http": 1.6, "operation.wait": 0.8, "operation.write": 0.8, "operation.sleep": 0.3,
    "operation.flags": 0.7, "operation.group": 0.9,
    "action": 0.16, "action.parameters": 0.7, "action.requires": 0.3, "action.timeout": 0.4, "action.allow": 0.1,
    "action.coalesce": 0.3, "action.coalesceBy": 0.4,
    "action.exec": 6, "action.http": 1.8, "action.wait": 0.5, "action.write": 0.8, "action.sleep": 0.5,
    "action.deliver": 1.5,
    "exec": 0.1, "exec.environment": 0.3, "exec.environmentFiles": 0.3, "exec.output": 0.2, "exec.user": 0.1,
    "exec.grace": 0.15,
    "http": 0.2, "flags": 0.3, "limits": 0.35, "group.value": 0.6,
    "health": 0.35, "health.every": 0.7, "health.misses": 0.5, "health.exec": 3, "health.http": 1, "health.tcp": 1,
    "ready.exec": 1, "ready.http": 1, "ready.tcp": 1, "ready.line": 2, "ready.started": 1,
    "ready.every": 0.4, "ready.timeout": 0.3,
    "wait.tcp": 1, "wait.socket": 1, "wait.file": 1, "wait.http": 1,
    "condition.env": 3, "condition.exists": 2, "condition.value": 2, "condition.flag": 2, "condition.not": 1,
    "condition.all": 0.7, "condition.any": 0.7, "condition.equals": 0.4,
    "tls": 0.5, "resources": 0.3, "parameter": 0.2, "parameter.type": 0.7, "parameter.required": 0.3,
    "parameter.default": 0.35, "reload.files": 0.7, "restart": 0.35,
    "queue.width": 1, "folder.mode": 0.7,
}

# What is drawn first, because other keys look at it.
FIRST = {
    "configuration": ["name", "queues", "defaults", "operations", "actions"],
    "operation": ["optional", "stage", "timeout", "ended", "retry", "reload", "replace", "exec", "http", "flags"],
    "action": ["parameters", "coalesce", "timeout"],
    "exec": ["ready", "stopSignal", "output"],
    "http": ["tls", "method"], "probe": ["tls"], "flags": ["tls"],
    "deliver": ["to"], "health": ["misses", "successes"], "condition": ["flag", "env", "value"],
}
