import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { InstallFailure } from './installFailure';

const BLOCK = 512;
const MAX_ENTRIES = 200_000;
const MAX_HEADER_BYTES = 64 * 1024;

export interface UnpackOptions {
  /** The number of leading folder names to drop, such as the `package/` of npm's archives. */
  readonly strip: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Selects the wanted files; all by default. */
  keep?(path: string): boolean;
}

/**
 * Unpacks a .tar.gz of files and folders into a folder, and returns the size of the files. Links,
 * devices and names that lead out of the folder are skipped or refused, because the archive is not
 * trusted.
 */
export async function unpackTarball(
  archive: string,
  folder: string,
  { strip, maxBytes, signal, keep = () => true }: UnpackOptions,
): Promise<number> {
  const source = createReadStream(archive);
  const unzipped = createGunzip();
  source.on('error', (error) => unzipped.destroy(error));
  const reader = new BlockReader(source.pipe(unzipped));
  let bytes = 0;
  /** Counts skipped files as well: they also have to be unpacked. */
  let read = 0;
  let longName: string | null = null;
  const made = new Set<string>();
  try {
    for (let count = 0; ; count++) {
      signal.throwIfAborted();
      const header = await reader.take(BLOCK);
      if (header === null || header.every((byte) => byte === 0)) return bytes;
      if (count > MAX_ENTRIES) throw damaged('it holds too many files');
      const entry = readHeader(header);
      const padding = (BLOCK - (entry.size % BLOCK)) % BLOCK;
      read += entry.size;
      if (read > maxBytes) throw damaged('it is too large');
      if (entry.type === 'x' || entry.type === 'L' || entry.type === 'g') {
        if (entry.size > MAX_HEADER_BYTES) throw damaged('a name in it is too long');
        const text = (await reader.need(entry.size)).toString();
        await reader.skip(padding);
        if (entry.type === 'L') longName = text.replace(/\0.*$/s, '');
        if (entry.type === 'x') longName = paxPath(text) ?? longName;
        continue;
      }
      const name = longName ?? entry.name;
      longName = null;
      const isFile = entry.type === '0' || entry.type === '\0' || entry.type === '';
      const path = isFile ? safePath(name, strip) : null;
      if (path === null || !keep(path)) {
        await reader.skip(entry.size + padding);
        continue;
      }
      bytes += entry.size;
      const target = join(folder, path);
      const parent = dirname(target);
      if (!made.has(parent)) await mkdir(parent, { recursive: true });
      made.add(parent);
      await unpackFile(reader, entry, target);
      await reader.skip(padding);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_')) throw damaged('it is not compressed as it should be');
    throw error;
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

async function unpackFile(reader: BlockReader, entry: Header, target: string): Promise<void> {
  const file = await open(target, 'w', entry.mode & 0o111 ? 0o755 : 0o644);
  try {
    await reader.copy(entry.size, file);
  } finally {
    await file.close();
  }
}

function damaged(why: string): InstallFailure {
  return new InstallFailure(
    'refused',
    `A package cannot be unpacked: ${why}. Nothing was installed.`,
  );
}

/**
 * The path without its leading names; null if nothing is left of it. A name that leads out of the
 * folder is no accident.
 */
function safePath(name: string, strip: number): string | null {
  const parts = name.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  if (parts.includes('..') || name.includes('\0') || /^(?:[\\/]|[a-z]:)/i.test(name)) {
    throw damaged(`it holds a name that leads out of its folder (${name.slice(0, 100)})`);
  }
  const rest = parts.slice(strip);
  return rest.length === 0 ? null : rest.join('/');
}

interface Header {
  readonly name: string;
  readonly mode: number;
  readonly size: number;
  readonly type: string;
}

function readHeader(block: Buffer): Header {
  const text = (from: number, length: number) =>
    block.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const octal = (from: number, length: number) => Number.parseInt(text(from, length).trim(), 8);
  const hasPrefix = text(257, 5) === 'ustar' && text(345, 155) !== '';
  const size = octal(124, 12);
  if (!Number.isSafeInteger(size) || size < 0) throw damaged('it is damaged');
  return {
    name: hasPrefix ? `${text(345, 155)}/${text(0, 100)}` : text(0, 100),
    mode: octal(100, 8) || 0o644,
    size,
    type: String.fromCharCode(block[156] ?? 0),
  };
}

/** Records are `<length> <key>=<value>\n`. */
function paxPath(text: string): string | null {
  const [, path] = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(text) ?? [];
  return path ?? null;
}

/** Reads from a stream in pieces of a wanted size. */
class BlockReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  /** Null at the end of the stream. */
  async take(size: number): Promise<Buffer | null> {
    if (this.rest.length === 0 && !(await this.more())) return null;
    return this.need(size);
  }

  async need(size: number): Promise<Buffer> {
    while (this.rest.length < size) {
      if (!(await this.more())) throw damaged('it is cut off');
    }
    const piece = this.rest.subarray(0, size);
    this.rest = this.rest.subarray(size);
    return piece;
  }

  async skip(size: number): Promise<void> {
    await this.each(size, async () => undefined);
  }

  async copy(size: number, file: FileHandle): Promise<void> {
    await this.each(size, (piece) => file.writeFile(piece));
  }

  private async each(size: number, use: (piece: Buffer) => Promise<void>): Promise<void> {
    for (let left = size; left > 0; ) {
      if (this.rest.length === 0 && !(await this.more())) throw damaged('it is cut off');
      const piece = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(piece.length);
      left -= piece.length;
      await use(piece);
    }
  }

  private async more(): Promise<boolean> {
    const next = await this.chunks.next();
    if (next.done) return false;
    this.rest = this.rest.length === 0 ? next.value : Buffer.concat([this.rest, next.value]);
    return true;
  }
}
