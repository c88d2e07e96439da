import { constants } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import { AppException } from '#shared/errors';
import { writeFileAtomic } from './atomicFile';
import { ifExists } from './ifExists';
import { NO_DESCRIPTORS } from './outOfDescriptors';
import { IRREGULAR, readOwn } from './ownFile';
import { isPassing, patiently } from './passingFault';
import { setAside } from './setAside';

/**
 * I19: the result of reading one of our own files. Only `none` means that there is nothing to lose.
 */
export type Kept<T> =
  | { readonly type: 'none' }
  | { readonly type: 'found'; readonly value: T }
  /** The file was written by a newer version of the app. */
  | { readonly type: 'newer'; readonly version: number }
  | { readonly type: 'unreadable'; readonly message: string }
  /**
   * The system cannot read the file now. It may be intact, so it is neither moved nor overwritten.
   */
  | { readonly type: 'unavailable'; readonly message: string };

export interface KeptFormat<T> {
  /** The version that this build writes; a higher number means a newer version. */
  readonly version: number;
  /** Parses the value; null if it is invalid. */
  parse(value: unknown): T | null;
}

/** A file of ours that could not be read, described for the user. */
export interface FileProblem {
  readonly path: string;
  readonly message: string;
  /**
   * The path that the file was moved to, so that a new one could be written; null if it was not
   * moved.
   */
  readonly aside: string | null;
  /** Whether other files have everything that it contained. */
  readonly isDerived: boolean;
  /** Tries again, for a problem that may be temporary; true if it is gone. */
  again?(): Promise<boolean>;
}

export type ReportProblem = (problem: FileProblem) => void;

export interface KeptFileOptions<T> extends KeptFormat<T> {
  readonly path: string;
  /** Whether other files have everything that it contains. */
  readonly isDerived?: boolean;
  /** Called each time the file cannot be read, and again when it is set aside. */
  readonly onProblem: ReportProblem;
}

/**
 * A small JSON file of ours. Anything in its place that cannot be understood is set aside, never
 * overwritten.
 */
export class KeptFile<T> {
  /** The result of the last read; null before the first. */
  private last: Kept<T> | null = null;

  constructor(private readonly options: KeptFileOptions<T>) {}

  async read(): Promise<Kept<T>> {
    const kept = await readKept(this.options.path, this.options);
    this.last = kept;
    const message = problemOf(kept);
    if (message !== null) this.report(message, null);
    return kept;
  }

  /**
   * Writes the file; refuses while it cannot be read. If an earlier read failed and the file can be
   * read now, its content is passed in, because the caller has never seen it.
   */
  async write(make: (unseen: T | null) => string | Promise<string>): Promise<void> {
    const { path } = this.options;
    const before = this.last;
    const isUnseen = before?.type === 'unavailable';
    const kept = before === null || isUnseen ? await this.read() : before;
    const message = problemOf(kept);
    if (kept.type === 'unavailable') throw new AppException({ code: 'io', message: kept.message });
    const text = await make(isUnseen && kept.type === 'found' ? kept.value : null);
    const aside = message === null ? null : await setAside(path);
    this.last = { type: 'none' };
    if (message !== null && aside !== null) this.report(message, aside);
    await writeFileAtomic(path, text);
  }

  private report(message: string, aside: string | null): void {
    const { path, onProblem, isDerived = false } = this.options;
    const isPassing = aside === null && this.last?.type === 'unavailable';
    const again = async () => (await readKept(path, this.options)).type !== 'unavailable';
    onProblem({ path, message, aside, isDerived, ...(isPassing && { again }) });
  }
}

export async function readKept<T>(path: string, format: KeptFormat<T>): Promise<Kept<T>> {
  let text: string;
  try {
    const bytes = await patiently(() => ifExists(readOwn(path)));
    if (bytes === undefined) return await isNothing(path);
    text = bytes.toString('utf8');
  } catch (error) {
    return { type: isPassing(error) ? 'unavailable' : 'unreadable', message: explainRead(error) };
  }
  if (text === '') return { type: 'unreadable', message: 'It is empty.' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { type: 'unreadable', message: 'It is damaged.' };
  }
  const version = versionOf(value);
  if (version !== null && version > format.version) return { type: 'newer', version };
  const parsed = format.parse(value);
  if (parsed === null) return { type: 'unreadable', message: 'It is damaged.' };
  return { type: 'found', value: parsed };
}

/** The problem as text; null if there is none. */
export function problemOf(kept: Kept<unknown>): string | null {
  if (kept.type === 'newer') return 'It was written by a newer version of Airlock.';
  return kept.type === 'unreadable' || kept.type === 'unavailable' ? kept.message : null;
}

/** The reason why a file of ours could not be read; rethrows an error that is not the system's. */
export function explainRead(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'Airlock has no permission to read it.';
    case 'EISDIR':
      return 'It is a folder.';
    case IRREGULAR:
    case 'ENXIO':
    case 'EOPNOTSUPP':
      return 'It is a pipe, a socket or a device, not a file.';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'There is a file where a folder should be.';
    case 'EMFILE':
    case 'ENFILE':
      return NO_DESCRIPTORS;
    case undefined:
      throw error;
    default:
      return isPassing(error)
        ? `The system cannot read it now (${code}). It was not changed. Check the disk, then try again.`
        : `It cannot be read (${code}).`;
  }
}

/** The reason why a file could not be opened for reading and writing, or created. */
export async function explainOpen(path: string, error: unknown): Promise<string> {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return problemOf(await isNothing(path)) ?? explainRead(error);
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) return explainRead(error);
  const isReadable = await access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
  return isReadable
    ? 'Airlock has no permission to write to it. Make it writable, then open the session again.'
    : explainRead(error);
}

/**
 * The result for a missing file. A link that leads nowhere may lead to a disk that is missing now.
 */
async function isNothing(path: string): Promise<Kept<never>> {
  const status = await ifExists(lstat(path));
  if (!status?.isSymbolicLink()) return { type: 'none' };
  const message =
    'It is a link to a file that does not exist. Restore that file, or remove the link.';
  return { type: 'unavailable', message };
}

function versionOf(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const { v, version = v } = value as { v?: unknown; version?: unknown };
  return typeof version === 'number' ? version : null;
}
