import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { beginningOf } from '#main/base/cutText';
import { ifExists } from '#main/base/files/ifExists';
import { openOwn } from '#main/base/files/ownFile';
import { redactTokens } from '#main/base/secrets/redact';
import { secretValues } from '#main/base/secrets/secretValues';
import type { ByteSource } from '#main/host/store/fileAccess';
import { LOG_FILE, SEARCH_FILE } from '#main/host/store/layout';
import { GAIN_BYTES, SEARCH_HITS, SEARCHED_CHARACTERS } from '#main/host/store/limits';
import { type EntryId, isSessionId, type SessionId } from '#shared/ids';
import type { SearchKind } from '#shared/session/searchText';
import {
  MATCH_END,
  MATCH_START,
  type MatchedText,
  parseMarked,
  withoutMarks,
} from '#shared/text/matchedText';
import { openSearchDatabase, setDatabaseAside } from './searchDatabase';
import {
  NOTHING_READ,
  type PlacedText,
  readGain,
  type SearchGain,
  type SearchProgress,
} from './searchGain';
import { toMatchExpression } from './searchQuery';
import { snippetOf } from './snippet';

export interface StoredHit {
  readonly sessionId: SessionId;
  /** Null if the title of the session matches. */
  readonly entryId: EntryId | null;
  readonly kind: SearchKind;
  readonly seq: number;
  readonly at: number;
  readonly snippet: MatchedText;
}

/** Called with the number of indexed sessions and of all sessions. */
export type OnIndexed = (done: number, total: number) => void;

/** How the logs are read: the receiver of the progress, and the signal that stops it. */
export interface Indexing {
  readonly onProgress?: OnIndexed | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A log that is being indexed, up to its size at the start. */
interface Taking {
  readonly sessionId: SessionId;
  readonly log: ByteSource;
  readonly size: number;
  readonly signal: AbortSignal | undefined;
}

/** A title says more about a session than a word somewhere in it. */
const TITLE_WEIGHT = 8;
const NO_ENTRY = '';

/** Finds words in all sessions. Derived from the logs, which it reads itself; blocks its thread. */
export class SearchEngine {
  private readonly path: string;
  /** The path that an unusable index was moved to; usually null. */
  aside: string | null;
  private database: DatabaseSync;
  private statements: ReturnType<typeof prepareStatements>;

  constructor(
    root: string,
    private readonly sessionsFolder: string,
  ) {
    mkdirSync(root, { recursive: true });
    this.path = join(root, SEARCH_FILE);
    const { database, aside } = openSearchDatabase(this.path);
    this.database = database;
    this.aside = aside;
    this.statements = prepareStatements(this.database);
  }

  /** Indexes what a session's log has gained since the last time. Only one call at a time. */
  async refresh(sessionId: SessionId, { signal }: Indexing = {}): Promise<void> {
    const logPath = join(this.sessionsFolder, sessionId, LOG_FILE);
    const log = await ifExists(openOwn(logPath));
    if (log === undefined) return this.remove(sessionId);
    try {
      const { size } = await log.stat();
      const progress = this.progressOf(sessionId);
      if (progress.offset === size) return;
      const taking = { sessionId, log, size, signal };
      const isTaken = progress.offset < size && (await this.takeIn(taking, progress));
      if (!isTaken) await this.takeIn(taking, null);
    } finally {
      await log.close();
    }
  }

  /**
   * Indexes one part of the log at a time, from its beginning if there is no progress. False if the
   * log is not the one that was read so far; then nothing was indexed.
   */
  private async takeIn(
    { sessionId, log, size, signal }: Taking,
    since: SearchProgress | null,
  ): Promise<boolean> {
    let progress = since ?? NOTHING_READ;
    let isFirst = true;
    for (let stretch = GAIN_BYTES; ; ) {
      const to = Math.min(progress.offset + stretch, size);
      const gain = await readGain(log, progress, to);
      if (isFirst && since !== null && !gain.isContinuation) return false;
      if (gain.progress.offset === progress.offset && to < size) {
        // The next line is longer than the part.
        stretch *= 2;
        continue;
      }
      this.store(sessionId, gain, isFirst && since === null);
      // The rest is indexed at another time.
      if (to === size || signal?.aborted) return true;
      isFirst = false;
      progress = gain.progress;
    }
  }

  /**
   * Indexes what all logs have gained, and removes logs that no longer exist. False if it was
   * stopped.
   */
  async refreshAll(how: Indexing = {}): Promise<boolean> {
    const names = (await ifExists(readdir(this.sessionsFolder))) ?? [];
    const ids = new Set(names.filter(isSessionId));
    const known = this.statements.sessions.all().map((row) => row.id as SessionId);
    for (const id of known.filter((id) => !ids.has(id))) this.remove(id);
    let done = 0;
    for (const id of ids) {
      if (how.signal?.aborted) return false;
      how.onProgress?.(done++, ids.size);
      try {
        await this.refresh(id, how);
      } catch (error) {
        // An unreadable log is reported with its session, and must not hide the others.
        if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      }
    }
    return !how.signal?.aborted;
  }

  async rebuild(how: Indexing = {}): Promise<boolean> {
    this.database.close();
    this.aside = setDatabaseAside(this.path);
    this.database = openSearchDatabase(this.path).database;
    this.statements = prepareStatements(this.database);
    return this.refreshAll(how);
  }

  /** The hits, best match first. */
  search(query: string, limit: number = SEARCH_HITS): readonly StoredHit[] {
    const expression = toMatchExpression(query);
    if (expression === null) return [];
    return this.statements.search.all(expression, limit).map((row) => ({
      sessionId: row.session as SessionId,
      entryId: row.entry === NO_ENTRY ? null : (row.entry as EntryId),
      kind: row.kind as SearchKind,
      seq: Number(row.seq),
      at: Number(row.at),
      snippet: this.snippet(expression, Number(row.id)),
    }));
  }

  /**
   * The snippet. Does not use SQLite's own function, which takes hours for a text that repeats one
   * word.
   */
  private snippet(expression: string, id: number): MatchedText {
    const row = this.statements.marked.get(expression, id);
    return snippetOf(parseMarked(`${row?.title ?? ''}${row?.body ?? ''}`));
  }

  remove(sessionId: SessionId): void {
    this.transact(() => this.forget(sessionId));
  }

  close(): void {
    this.database.close();
  }

  private progressOf(sessionId: SessionId): SearchProgress {
    const row = this.statements.progress.get(sessionId);
    if (row === undefined) return NOTHING_READ;
    const titledBy = row.titled_by === null ? null : String(row.titled_by);
    return { seq: Number(row.seq), offset: Number(row.offset), titledBy };
  }

  private store(sessionId: SessionId, { texts, progress }: SearchGain, isAnew: boolean): void {
    this.transact(() => {
      if (isAnew) this.forget(sessionId);
      for (const text of texts) this.storeText(sessionId, text);
      const { seq, offset, titledBy } = progress;
      this.statements.saveProgress.run(sessionId, seq, offset, titledBy);
    });
  }

  private storeText(sessionId: SessionId, { kind, entryId, seq, at, how, text }: PlacedText): void {
    const entry = entryId ?? NO_ENTRY;
    const existing = this.statements.findEntry.get(sessionId, entry);
    const id =
      existing === undefined
        ? Number(this.statements.addEntry.run(sessionId, entry, kind, seq, at).lastInsertRowid)
        : Number(existing.id);
    const before = existing !== undefined && how === 'append' ? String(existing.body) : '';
    const whole = beginningOf(before + withoutMarks(text), SEARCHED_CHARACTERS);
    // I20: a secret across two lines of a log is in one text here.
    const clean = redactTokens(secretValues.redact(whole));
    if (kind === 'title') this.statements.saveText.run(id, clean, '');
    else this.statements.saveText.run(id, '', clean);
  }

  private forget(sessionId: SessionId): void {
    this.statements.deleteTexts.run(sessionId);
    this.statements.deleteEntries.run(sessionId);
    this.statements.deleteSession.run(sessionId);
  }

  private transact(work: () => void): void {
    this.database.exec('BEGIN');
    try {
      work();
      this.database.exec('COMMIT');
    } catch (error) {
      // A full disk may have ended the transaction already.
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    sessions: database.prepare('SELECT id FROM sessions'),
    progress: database.prepare('SELECT seq, offset, titled_by FROM sessions WHERE id = ?'),
    saveProgress: database.prepare('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?)'),
    findEntry: database.prepare(
      'SELECT e.id, t.body FROM entries e JOIN texts t ON t.rowid = e.id WHERE e.session = ? AND e.entry = ?',
    ),
    addEntry: database.prepare(
      'INSERT INTO entries (session, entry, kind, seq, at) VALUES (?, ?, ?, ?, ?)',
    ),
    saveText: database.prepare(
      'INSERT OR REPLACE INTO texts (rowid, title, body) VALUES (?, ?, ?)',
    ),
    deleteTexts: database.prepare(
      'DELETE FROM texts WHERE rowid IN (SELECT id FROM entries WHERE session = ?)',
    ),
    deleteEntries: database.prepare('DELETE FROM entries WHERE session = ?'),
    deleteSession: database.prepare('DELETE FROM sessions WHERE id = ?'),
    search: database.prepare(`
      SELECT e.id, e.session, e.entry, e.kind, e.seq, e.at
      FROM texts JOIN entries e ON e.id = texts.rowid
      WHERE texts MATCH ?
      ORDER BY bm25(texts, ${TITLE_WEIGHT}, 1), e.at DESC, e.session, e.seq
      LIMIT ?
    `),
    marked: database.prepare(`
      SELECT highlight(texts, 0, '${MATCH_START}', '${MATCH_END}') AS title,
        highlight(texts, 1, '${MATCH_START}', '${MATCH_END}') AS body
      FROM texts WHERE texts MATCH ? AND rowid = CAST(? AS INTEGER)
    `),
  };
}
