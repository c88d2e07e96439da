import { readFile } from 'node:fs/promises';
import { writeFileAtomic } from './atomicFile';
import { ifExists } from './ifExists';
import { NO_DESCRIPTORS } from './outOfDescriptors';
import { setAside } from './setAside';

/** I19: what reading one of our own files came to. Only `none` means that there is nothing to lose. */
export type Kept<T> =
  | { readonly type: 'none' }
  | { readonly type: 'found'; readonly value: T }
  /** Written by a version of the program that is newer than this one. */
  | { readonly type: 'newer'; readonly version: number }
  | { readonly type: 'unreadable'; readonly message: string };

export interface KeptFormat<T> {
  /** What this build writes; a file with a higher number is a newer one. */
  readonly version: number;
  /** Null if it makes no sense. */
  parse(value: unknown): T | null;
}

/** A file of ours that could not be read, in words for the user. */
export interface FileProblem {
  readonly path: string;
  readonly message: string;
  /** Where it was put so that a new one could be written; null while it lies where it was. */
  readonly aside: string | null;
  /** All that it held is known from other files as well. */
  readonly isDerived: boolean;
}

export type ReportProblem = (problem: FileProblem) => void;

export interface KeptFileOptions<T> extends KeptFormat<T> {
  readonly path: string;
  /** All that it holds is known from other files as well. */
  readonly isDerived?: boolean;
  /** Told each time a file cannot be read, and again when it is set aside. */
  readonly onProblem: ReportProblem;
}

/** A small JSON file of ours. What cannot be understood in its place is set aside, never overwritten. */
export class KeptFile<T> {
  /** Null until it was read; what has to be set aside before anything is written. */
  private problem: string | 'none' | null = null;

  constructor(private readonly options: KeptFileOptions<T>) {}

  async read(): Promise<Kept<T>> {
    const { path, onProblem, isDerived = false } = this.options;
    const kept = await readKept(path, this.options);
    this.problem = problemOf(kept) ?? 'none';
    if (this.problem !== 'none') {
      onProblem({ path, message: this.problem, aside: null, isDerived });
    }
    return kept;
  }

  async write(text: string): Promise<void> {
    const { path, onProblem, isDerived = false } = this.options;
    if (this.problem === null) await this.read();
    const message = this.problem;
    if (message !== null && message !== 'none') {
      const aside = await setAside(path);
      this.problem = 'none';
      if (aside !== null) onProblem({ path, message, aside, isDerived });
    }
    await writeFileAtomic(path, text);
  }
}

export async function readKept<T>(path: string, format: KeptFormat<T>): Promise<Kept<T>> {
  let text: string | undefined;
  try {
    text = await ifExists(readFile(path, 'utf8'));
  } catch (error) {
    return { type: 'unreadable', message: explainRead(error) };
  }
  if (text === undefined) return { type: 'none' };
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

/** In words; null if there is none. */
export function problemOf(kept: Kept<unknown>): string | null {
  if (kept.type === 'newer') return 'It was written by a newer version of Airlock.';
  return kept.type === 'unreadable' ? kept.message : null;
}

/** Why a file of ours could not be read; throws what is no answer of the system. */
export function explainRead(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'Airlock has no permission to read it.';
    case 'EISDIR':
      return 'There is a folder in its place.';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'There is a file where a folder should be.';
    case 'EMFILE':
    case 'ENFILE':
      return NO_DESCRIPTORS;
    case undefined:
      throw error;
    default:
      return `It cannot be read (${code}).`;
  }
}

function versionOf(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const { v, version = v } = value as { v?: unknown; version?: unknown };
  return typeof version === 'number' ? version : null;
}
