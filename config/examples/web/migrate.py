#!/usr/bin/python3
"""Brings a database to its newest form, in steps; each step is done once.

    migrate.py DATABASE           does the steps that are missing
    migrate.py --pack DATABASE    leaves one file, for a backup; when all that uses it has ended
"""
import sqlite3
import sys

STEPS = [
    "CREATE TABLE orders (id TEXT PRIMARY KEY, text TEXT NOT NULL)",
    "ALTER TABLE orders ADD COLUMN at TEXT",
]


def migrate(database):
    # With a write-ahead log, readers and the one writer do not wait for each other.
    database.execute("PRAGMA journal_mode = WAL")
    done = database.execute("PRAGMA user_version").fetchone()[0]
    for number, step in enumerate(STEPS[done:], start=done + 1):
        database.executescript(f"BEGIN; {step}; PRAGMA user_version = {number}; COMMIT;")
        print(f"migrated to {number}: {step}")
    print(f"the database has form {len(STEPS)}")


def pack(database):
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    count = database.execute("SELECT count(*) FROM orders").fetchone()[0]
    print(f"packed the database: {count} orders")


work = pack if sys.argv[1] == "--pack" else migrate
work(sqlite3.connect(sys.argv[-1], isolation_level=None))
