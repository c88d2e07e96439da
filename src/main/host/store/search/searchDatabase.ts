import { lstatSync, renameSync, rmSync, type Stats } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { descriptorError, isShortOfDescriptors } from '#main/base/files/outOfDescriptors';

/** Increased whenever the tables or their content change: the old file is then discarded. */
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

/** SQLite's codes for a file that cannot be used: damaged, not a database, or not ours to open. */
const SQLITE_ERROR = 1;
const SQLITE_READONLY = 8;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;
/** Descriptors for the database's files: itself, its log and its shared memory. */
const SPARE_DESCRIPTORS = 4;
const unusable: ReadonlySet<number> = new Set([
  SQLITE_READONLY,
  SQLITE_CORRUPT,
  SQLITE_CANTOPEN,
  SQLITE_NOTADB,
]);

function sqlite(): typeof import('node:sqlite') | undefined {
  return process.getBuiltinModule?.('node:sqlite');
}

/** False before Node 22, which has no SQLite. */
export function hasSqlite(): boolean {
  return sqlite() !== undefined;
}

export interface SearchDatabase {
  readonly database: DatabaseSync;
  /** The path that an unusable database was moved to; usually null. */
  readonly aside: string | null;
}

/**
 * Opens the database, or creates a new one if it cannot be used: all of it can be derived again.
 */
export function openSearchDatabase(path: string): SearchDatabase {
  try {
    return { database: openAsIs(path), aside: null };
  } catch (error) {
    if (!isDamage(error)) throw error;
    // SQLite does not distinguish this from a file that cannot be opened at all.
    if (isShortOfDescriptors(SPARE_DESCRIPTORS)) throw descriptorError('The search index:');
    const aside = setDatabaseAside(path);
    return { database: openAsIs(path), aside };
  }
}

/**
 * Sets the database aside. Only the last one is kept, and the logs have everything in it. Anything
 * but a file is not removed.
 */
export function setDatabaseAside(path: string): string | null {
  let aside = `${path}.unreadable`;
  const files = ['', '-wal', '-shm'];
  const isForeign = (suffix: string) => statusOf(`${aside}${suffix}`)?.isFile() === false;
  for (let number = 2; files.some(isForeign); number++) aside = `${path}.unreadable-${number}`;
  const isThere = statusOf(path) !== undefined;
  for (const suffix of files) {
    rmSync(`${aside}${suffix}`, { force: true });
    if (statusOf(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`);
  }
  return isThere ? aside : null;
}

/** The status of the path itself, even if it is a broken link. */
function statusOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** Whether a new database would solve the problem. */
export function isDamage(error: unknown): boolean {
  return error instanceof StaleSchemaError || unusable.has(kindOf(error)) || isEmptied(error);
}

/**
 * Whether another program has overwritten it while it was open. SQLite has no separate code for
 * this.
 */
function isEmptied(error: unknown): boolean {
  return kindOf(error) === SQLITE_ERROR && /no such table/.test(String(error));
}

export function isDiskFull(error: unknown): boolean {
  return kindOf(error) === SQLITE_FULL;
}

/** The low byte of the error code; the rest gives details. */
function kindOf(error: unknown): number {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : 0;
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
