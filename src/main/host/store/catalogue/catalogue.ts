import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Disposable, MutableDisposable } from '#main/base/disposable';
import { ifExists } from '#main/base/files/ifExists';
import { explainRead, type FileProblem } from '#main/base/files/keptFile';
import { openOwn } from '#main/base/files/ownFile';
import { patiently } from '#main/base/files/passingFault';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import { errorCode } from '#main/host/store/fileAccess';
import { CATALOGUE_FILE, LOG_FILE } from '#main/host/store/layout';
import { CATALOGUE_READERS, CATALOGUE_SAVE_MILLISECONDS } from '#main/host/store/limits';
import { explainEmpty, explainUnread, FOREIGN_LOG, isForeign } from '#main/host/store/log/eventLog';
import { scanLog } from '#main/host/store/log/logScan';
import { systemTimers, type Timers } from '#main/host/store/timers';
import { isSessionId, type SessionId } from '#shared/ids';
import { emptyHead, reduceHead } from '#shared/session/reduceHead';
import type { SessionHead } from '#shared/session/state';
import { type SessionSummary, summarise, summariseAtRest } from '#shared/session/summary';
import { type CachedSummary, CatalogueCache, type LogStamp } from './catalogueCache';

/** A session on disk that cannot be listed. */
export interface CatalogueProblem {
  readonly id: SessionId;
  readonly message: string;
}

export interface CatalogueOptions {
  readonly timers?: Timers;
  /** Called for files, other than sessions, that cannot be read. */
  readonly onProblem?: (problem: FileProblem) => void;
}

interface Item {
  readonly summary: SessionSummary;
  /** Null while the session is in use, because its log changes. */
  readonly stamp: LogStamp | null;
}

/** The list of all sessions. Its file is derived, and only saves reading every log at the start. */
export class Catalogue {
  private readonly items = new Map<SessionId, Item>();
  private readonly found = new Map<SessionId, CatalogueProblem>();
  private readonly shortened = new Set<SessionId>();
  private readonly saving = new Queue();
  private readonly saveTimer = new MutableDisposable<Disposable>();
  private isStale = false;

  private constructor(
    private readonly sessionsFolder: string,
    private readonly cache: CatalogueCache,
    private readonly options: CatalogueOptions,
  ) {}

  static async open(
    root: string,
    sessionsFolder: string,
    options: CatalogueOptions = {},
  ): Promise<Catalogue> {
    const cache = new CatalogueCache(
      join(root, CATALOGUE_FILE),
      (problem) => void options.onProblem?.(problem),
    );
    const catalogue = new Catalogue(sessionsFolder, cache, options);
    await catalogue.load();
    return catalogue;
  }

  /** The sessions, last changed first. */
  list(): readonly SessionSummary[] {
    return [...this.items.values()]
      .map((item) => item.summary)
      .sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1));
  }

  /** Keyed by id, because the logs are read in parallel. */
  get problems(): readonly CatalogueProblem[] {
    return [...this.found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Whether the session's log, which only ever grows, is shorter than when the session was last closed. */
  isShortened(id: SessionId): boolean {
    return this.shortened.has(id);
  }

  /** Looks for a session that did not exist, or could not be read, when the list was made. */
  async look(id: SessionId): Promise<SessionSummary | null> {
    this.found.delete(id);
    await this.loadOne(id, undefined);
    if (this.isStale) this.saveSoon();
    return this.items.get(id)?.summary ?? null;
  }

  /** Updates a session that is in use. */
  update(head: SessionHead): void {
    this.items.set(head.id, { summary: summarise(head), stamp: null });
  }

  /** Updates a session that was in use and whose log is closed. */
  async settle(head: SessionHead): Promise<void> {
    const stamp = head.seq === 0 ? undefined : await this.stampOf(head.id);
    if (stamp === undefined) return this.remove(head.id);
    this.items.set(head.id, { summary: summariseAtRest(head), stamp });
    this.saveSoon();
  }

  remove(id: SessionId): void {
    this.found.delete(id);
    if (this.items.delete(id)) this.saveSoon();
  }

  /** Settles when nothing is being saved. */
  drain(): Promise<void> {
    return this.saving.drain();
  }

  async close(): Promise<void> {
    this.saveTimer.dispose();
    if (this.isStale) await this.save();
    await this.drain();
    this.saving.dispose();
  }

  private async load(): Promise<void> {
    const names = await this.names();
    const cached = new Map((await this.cache.load()).map((entry) => [entry.summary.id, entry]));
    const reading = new Queue({ limit: CATALOGUE_READERS });
    const ids = names.filter(isSessionId);
    await Promise.all(ids.map((id) => reading.run(() => this.loadOne(id, cached.get(id)))));
    reading.dispose();
    if (cached.size !== this.items.size) this.isStale = true;
    if (this.isStale) this.saveSoon();
  }

  private async names(): Promise<readonly string[]> {
    try {
      return (await patiently(() => ifExists(readdir(this.sessionsFolder)))) ?? [];
    } catch (error) {
      const message = explainRead(error);
      const path = this.sessionsFolder;
      this.options.onProblem?.({ path, message, aside: null, isDerived: false });
      return [];
    }
  }

  private async loadOne(id: SessionId, cached: CachedSummary | undefined): Promise<void> {
    try {
      const stamp = await this.stampOf(id);
      if (stamp === undefined) return this.note(id, 'Its log is missing.');
      if (cached && stamp.size < cached.stamp.size) this.shortened.add(id);
      if (cached && isSame(cached.stamp, stamp)) {
        this.items.set(id, cached);
        return;
      }
      const { head, problem } = await readHead(id, join(this.sessionsFolder, id, LOG_FILE));
      if (problem !== null) return this.note(id, problem);
      this.items.set(id, { summary: summariseAtRest(head), stamp });
      this.isStale = true;
    } catch (error) {
      this.note(id, explainUnread(error));
    }
  }

  private note(id: SessionId, message: string): void {
    this.found.set(id, { id, message });
  }

  private async stampOf(id: SessionId): Promise<LogStamp | undefined> {
    const status = await ifExists(stat(join(this.sessionsFolder, id, LOG_FILE)));
    return status && { size: status.size, modified: status.mtimeMs };
  }

  private saveSoon(): void {
    this.isStale = true;
    const { timers = systemTimers } = this.options;
    this.saveTimer.value ??= timers.after(CATALOGUE_SAVE_MILLISECONDS, () => {
      this.saveTimer.clear();
      this.save().catch(onUnexpectedError);
    });
  }

  private save(): Promise<void> {
    return this.saving.run(async () => {
      this.isStale = false;
      const settled = [...this.items.values()].filter(
        (item): item is CachedSummary => item.stamp !== null,
      );
      // Only a cache: on a full disk the logs are read again at the next start.
      await this.cache.save(settled).catch(unlessDiskFault);
    });
  }
}

function unlessDiskFault(error: unknown): void {
  if (errorCode(error) === undefined) throw error;
}

function isSame(a: LogStamp, b: LogStamp): boolean {
  return a.size === b.size && a.modified === b.modified;
}

interface ReadHead {
  readonly head: SessionHead;
  /** Why there is nothing to show; null as a rule. */
  readonly problem: string | null;
}

/** Reads only the head of a log, without changing the file. */
async function readHead(id: SessionId, logPath: string): Promise<ReadHead> {
  const file = await openOwn(logPath);
  try {
    let head = emptyHead(id);
    let updatedAt = 0;
    const scan = await scanLog(file, {
      visit: (event) => {
        head = reduceHead(head, event);
        updatedAt = event.at;
      },
      text: {
        // A head contains no text by an agent.
        mayPass: () => true,
        passed: ({ at }) => {
          updatedAt = at;
        },
      },
    });
    const seq = scan.lastSeq;
    if (isForeign(scan, id)) return { head: emptyHead(id), problem: FOREIGN_LOG };
    return { head: { ...head, updatedAt, seq }, problem: seq === 0 ? explainEmpty(scan) : null };
  } finally {
    await file.close();
  }
}
