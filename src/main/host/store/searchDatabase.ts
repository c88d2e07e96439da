import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** Raised whenever the tables change, or what goes into them: the old file is then thrown away. */
const SCHEMA_VERSION = 1;
const SCHEMA = `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY, seq INTEGER NOT NULL, offset INTEGER NOT NULL, titled_by TEXT
  );
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY, session TEXT NOT NULL, entry TEXT NOT NULL,
    kind TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,
    UNIQUE (session, entry)
  );
  CREATE VIRTUAL TABLE texts USING fts5 (
    title, body, prefix = '2 3', tokenize = "unicode61 remove_diacritics 2"
  );
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** Codes by which SQLite says that the file is damaged, or none of its own. */
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

function sqlite(): typeof import('node:sqlite') | undefined {
  return process.getBuiltinModule?.('node:sqlite');
}

/** False before Node 22, which has no SQLite. */
export function hasSqlite(): boolean {
  return sqlite() !== undefined;
}

/** Opens the database, or makes a new one if that cannot be used: all of it can be derived again. */
export function openSearchDatabase(path: string): DatabaseSync {
  try {
    return openAsIs(path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    removeSearchDatabase(path);
    return openAsIs(path);
  }
}

export function removeSearchDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
}

/** Whether a new database would do better. */
export function isDamage(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  // The low byte is the kind of error; the rest says more about it.
  const kind = typeof code === 'number' ? code & 0xff : 0;
  return error instanceof StaleSchemaError || kind === SQLITE_CORRUPT || kind === SQLITE_NOTADB;
}

class StaleSchemaError extends Error {}

function openAsIs(path: string): DatabaseSync {
  const module = sqlite();
  if (module === undefined) throw new Error('This Node has no SQLite.');
  const database = new module.DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const version = database.prepare('PRAGMA user_version').get()?.user_version;
    if (version === 0) database.exec(SCHEMA);
    else if (version !== SCHEMA_VERSION) throw new StaleSchemaError('Another schema.');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
