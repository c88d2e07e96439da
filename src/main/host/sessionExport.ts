import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import type { LongWorks, WorkTask } from '#main/base/longWorks';
import { RedactionStream } from '#main/base/secrets/redactionStream';
import { AppException, fail, ok, type Result } from '#shared/errors';
import type { Entry, KeptEntry } from '#shared/session/entries';
import { markdownPieces } from '#shared/session/export/exportMarkdown';
import { PIECE_CHARACTERS, type TextPieces } from '#shared/text/textPieces';
import {
  EXPORT_TURN_MILLISECONDS,
  EXPORT_WRITE_CHARACTERS,
  EXPORTED_AT_ONCE_BYTES,
  EXPORTED_AT_ONCE_ENTRIES,
} from './limits';
import { explainFault } from './store/diskFault';
import { errorCode } from './store/fileAccess';
import { exportLog } from './store/log/exportLog';
import type { StoredSession } from './store/storedSession';

/** The mode of an exported file; the umask applies. */
const FILE_MODE = 0o666;

/** The format of an export: Markdown, or the session's log with its blobs put back. */
export type ExportFormat = 'markdown' | 'ndjson';

/** Files that are being written for the user; unfinished ones are abandoned when the app ends. */
export class SessionExports {
  private readonly ending = new AbortController();
  private readonly saving = new Set<Promise<unknown>>();

  constructor(private readonly works: LongWorks) {}

  /** Writes the session to a file, completely or not at all. */
  async save(stored: StoredSession, format: ExportFormat, path: string): Promise<Result<void>> {
    const title = `Exporting “${exportName(stored)}”`;
    const saving = this.works.run({ title, canCancel: true }, (task) =>
      saveSession(stored, format, path, this.ending.signal, task),
    );
    this.saving.add(saving);
    try {
      return await saving;
    } finally {
      this.saving.delete(saving);
    }
  }

  /** Settles when no file is being written any more. */
  async giveUp(): Promise<void> {
    this.ending.abort();
    await Promise.allSettled(this.saving);
  }
}

/** A file name without its extension. */
export function exportName({ state }: StoredSession): string {
  return fileName(state.head.title) || state.head.id;
}

/**
 * I21: written piece by piece, as fast as the file accepts it, so that at most one body of a long
 * session is in memory. A failure leaves the earlier file, or none.
 */
export async function saveSession(
  stored: StoredSession,
  format: ExportFormat,
  path: string,
  signal: AbortSignal,
  task?: WorkTask,
): Promise<Result<void>> {
  const onProgress = (done: number, total: number) =>
    task?.report('Megabytes of the log', inMegabytes(done), inMegabytes(total));
  const pieces =
    format === 'markdown'
      ? markdown(stored, task)
      : exportLog(stored.log, stored.blobs, onProgress);
  try {
    await writeFileAtomic(path, redacted(readable(pieces), signal, task), FILE_MODE);
    return ok();
  } catch (error) {
    if (error instanceof AppException) return fail(error.code, error.message, error.detail);
    const code = errorCode(error);
    if (code === undefined) throw error;
    return fail('io', `The session was not exported. ${explainFault(code)}`, String(error));
  }
}

function markdown(stored: StoredSession, task?: WorkTask): TextPieces {
  const { head, entries } = stored.state;
  return markdownPieces({
    head,
    entries: () => wholeEntries(stored, task),
    entry: (id) => entries.get(id),
    textOf: (body) => stored.blobs.text(body.blob),
  });
}

/**
 * The current entries, each in its state when it is written. They come in groups, so that
 * neighbouring text is read together.
 */
async function* wholeEntries(stored: StoredSession, task?: WorkTask): AsyncGenerator<Entry> {
  const { order, entries } = stored.state;
  const { length } = order;
  for (let start = 0; start < length; ) {
    task?.report('Writing the transcript', start, length);
    const some: KeptEntry[] = [];
    for (let bytes = 0; start < length && some.length < EXPORTED_AT_ONCE_ENTRIES; start++) {
      const id = order[start];
      const entry = id === undefined ? undefined : entries.get(id);
      if (entry === undefined) continue;
      bytes += restingBytes(entry);
      if (bytes > EXPORTED_AT_ONCE_BYTES && some.length > 0) break;
      some.push(entry);
    }
    const read = await stored.withWholeEntries((whole) => some.map(whole));
    if (!read.ok) throw notExported(read.error.message, read.error.detail);
    yield* read.value;
  }
}

function restingBytes(entry: KeptEntry): number {
  if (entry.kind !== 'message' || entry.role === 'user') return 0;
  let bytes = 0;
  for (const block of entry.blocks) if (block.type === 'resting') bytes += block.to - block.from;
  return bytes;
}

/** Marks read errors, so that they are not reported as write errors. */
async function* readable(pieces: TextPieces): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw notExported('Its log cannot be read from the disk.', String(error));
  }
}

/**
 * Redacts again, because an export leaves this computer and logs of earlier versions may contain
 * secrets that would no longer be written. Yields to other tasks in between.
 */
async function* redacted(
  pieces: TextPieces,
  signal: AbortSignal,
  task?: WorkTask,
): AsyncGenerator<string> {
  const redaction = new RedactionStream();
  let since = performance.now();
  let made = '';
  for await (const piece of pieces) {
    for (let start = 0; start < piece.length; start += PIECE_CHARACTERS) {
      made += redaction.push(piece.slice(start, start + PIECE_CHARACTERS));
      if (made.length < EXPORT_WRITE_CHARACTERS) continue;
      yield made;
      made = '';
    }
    if (signal.aborted) throw notExported('Airlock is quitting.');
    if (task?.signal.aborted) throw cancelled();
    if (performance.now() - since < EXPORT_TURN_MILLISECONDS) continue;
    await nextTurn();
    since = performance.now();
  }
  yield made + redaction.end();
}

function inMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}

function cancelled(): AppException {
  return new AppException({ code: 'cancelled', message: 'You cancelled the export.' });
}

function notExported(why: string, detail?: string): AppException {
  const failure = fail('io', `The session was not exported. ${why}`, detail);
  return new AppException(failure.error);
}

function fileName(title: string): string {
  return title
    .replace(/[^\p{Letter}\p{Number} ._-]+/gu, ' ')
    .trim()
    .slice(0, 80);
}
