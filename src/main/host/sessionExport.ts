import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeFileAtomic } from '#main/base/atomicFile';
import { RedactionStream } from '#main/base/redactionStream';
import { AppException, fail, ok, type Result } from '#shared/errors';
import type { Entry, KeptEntry } from '#shared/session/entries';
import { markdownPieces } from '#shared/session/exportMarkdown';
import { PIECE_CHARACTERS, type TextPieces } from '#shared/text/textPieces';
import {
  EXPORT_TURN_MILLISECONDS,
  EXPORT_WRITE_CHARACTERS,
  EXPORTED_AT_ONCE_BYTES,
  EXPORTED_AT_ONCE_ENTRIES,
} from './limits';
import { explainFault } from './store/diskFault';
import { exportLog } from './store/exportLog';
import { errorCode } from './store/fileAccess';
import type { StoredSession } from './store/storedSession';

/** What a file gets that a user saves; the umask takes from it what it takes. */
const FILE_MODE = 0o666;

/** A session to take away: as people read it, or as it stands in the log with its blobs put back. */
export type ExportFormat = 'markdown' | 'ndjson';

/** A file name without its extension. */
export function exportName({ state }: StoredSession): string {
  return fileName(state.head.title) || state.head.id;
}

/**
 * I21: made piece by piece, as fast as the file takes it. Of a long session no more is in memory than
 * one body of it. What fails half way leaves no file, and the one that was there before.
 */
export async function saveSession(
  stored: StoredSession,
  format: ExportFormat,
  path: string,
  signal: AbortSignal,
): Promise<Result<void>> {
  const pieces = format === 'markdown' ? markdown(stored) : exportLog(stored.log, stored.blobs);
  try {
    await writeFileAtomic(path, redacted(readable(pieces), signal), FILE_MODE);
    return ok();
  } catch (error) {
    if (error instanceof AppException) return fail(error.code, error.message, error.detail);
    const code = errorCode(error);
    if (code === undefined) throw error;
    return fail('io', `The session was not exported. ${explainFault(code)}`, String(error));
  }
}

function markdown(stored: StoredSession): TextPieces {
  const { head, entries } = stored.state;
  return markdownPieces({
    head,
    entries: () => wholeEntries(stored),
    entry: (id) => entries.get(id),
    textOf: (body) => stored.blobs.text(body.blob),
  });
}

/**
 * Those that are there now, each as it is when its turn has come. Some at a time, so that text that
 * lies together is read together.
 */
async function* wholeEntries(stored: StoredSession): AsyncGenerator<Entry> {
  const { order, entries } = stored.state;
  const { length } = order;
  for (let start = 0; start < length; ) {
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

/** A disk that cannot be read from is told apart from one that cannot be written to. */
async function* readable(pieces: TextPieces): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw notExported('Its log cannot be read from the disk.', String(error));
  }
}

/**
 * It leaves this machine: logs of earlier versions may hold what is not written any more. Everybody
 * else gets a turn while it is made.
 */
async function* redacted(pieces: TextPieces, signal: AbortSignal): AsyncGenerator<string> {
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
    if (performance.now() - since < EXPORT_TURN_MILLISECONDS) continue;
    await nextTurn();
    since = performance.now();
  }
  yield made + redaction.end();
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
