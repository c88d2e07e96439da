import { constants } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { methods, RequestError } from '@agentclientprotocol/sdk/unstable';
import { throwIfCancelled } from '../cancelled';
import { messageOf } from '../log';
import type { ClientPowers } from '../powers';
import { type SessionWire, whileTurnLasts } from '../session/wire';

const maxTextBytes = 2 * 1024 * 1024;

/** Why a file cannot be handled as text. */
type NotText = 'missing' | 'link' | 'not a file' | 'too big' | 'binary';

type DiskText = { readonly text: string } | { readonly skipped: NotText };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads only text that can be written back unchanged, so invalid UTF-8 counts as binary. */
async function readDiskText(path: string, options: { followLink: boolean }): Promise<DiskText> {
  const info = await lstat(path).catch(() => undefined);
  if (!info) return { skipped: 'missing' };
  if (info.isSymbolicLink() && !options.followLink) return { skipped: 'link' };
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return { skipped: 'missing' };
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return { skipped: 'not a file' };
    if (stat.size > maxTextBytes) return { skipped: 'too big' };
    const bytes = await file.readFile();
    if (bytes.includes(0)) return { skipped: 'binary' };
    return { text: decoder.decode(bytes) };
  } catch {
    return { skipped: 'binary' };
  } finally {
    await file.close();
  }
}

export type TextRead = { readonly text: string } | { readonly skipped: NotText | 'refused' };

export type TextWrite =
  | { readonly written: true }
  | { readonly written: false; readonly reason: string };

/**
 * Reads and writes through the client if it offers that, so that its unsaved and held changes are
 * included.
 */
export class TextFiles {
  readonly #wire: SessionWire;
  readonly #powers: ClientPowers;
  readonly #signal: AbortSignal;

  constructor(wire: SessionWire, powers: ClientPowers, signal: AbortSignal) {
    this.#wire = wire;
    this.#powers = powers;
    this.#signal = signal;
  }

  async read(path: string): Promise<TextRead> {
    throwIfCancelled(this.#signal);
    const disk = await readDiskText(path, { followLink: true });
    // A client may hold a file that is not on disk yet. But a binary file is binary for the client,
    // too.
    if (!this.#powers.readTextFile || ('skipped' in disk && disk.skipped !== 'missing'))
      return disk;
    try {
      const { content } = await this.#wire.client.request(
        methods.client.fs.readTextFile,
        { sessionId: this.#wire.sessionId, path },
        whileTurnLasts(this.#signal),
      );
      return content.length > maxTextBytes ? { skipped: 'too big' } : { text: content };
    } catch {
      throwIfCancelled(this.#signal);
      return { skipped: 'skipped' in disk ? 'missing' : 'refused' };
    }
  }

  /** Used by a search in many files, where asking the client for each would take too long. */
  async readDisk(path: string): Promise<TextRead> {
    throwIfCancelled(this.#signal);
    return readDiskText(path, { followLink: false });
  }

  get readsThroughClient(): boolean {
    return this.#powers.readTextFile;
  }

  async write(path: string, content: string, options: { create: boolean }): Promise<TextWrite> {
    throwIfCancelled(this.#signal);
    try {
      if (this.#powers.writeTextFile) {
        await this.#wire.client.request(
          methods.client.fs.writeTextFile,
          { sessionId: this.#wire.sessionId, path, content },
          whileTurnLasts(this.#signal),
        );
      } else {
        await writeDisk(path, content, options.create);
      }
      return { written: true };
    } catch (error) {
      throwIfCancelled(this.#signal);
      return { written: false, reason: reasonOf(error) };
    }
  }
}

async function writeDisk(path: string, content: string, create: boolean): Promise<void> {
  if (create) await mkdir(dirname(path), { recursive: true });
  const flags =
    constants.O_WRONLY | (create ? constants.O_CREAT | constants.O_EXCL : constants.O_TRUNC);
  const file = await open(path, flags, 0o644);
  try {
    await file.writeFile(content);
  } finally {
    await file.close();
  }
}

/** Clients put the reason into the message or into `data`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof RequestError)) return messageOf(error);
  const data: unknown = error.data;
  const parts = [error.message];
  if (typeof data === 'string') parts.push(data);
  else if (typeof data === 'object' && data !== null) {
    for (const key of ['message', 'details', 'detail', 'reason']) {
      const value: unknown = Object.entries(data).find(([name]) => name === key)?.[1];
      if (typeof value === 'string') parts.push(value);
    }
  }
  return [...new Set(parts)].join(': ');
}
