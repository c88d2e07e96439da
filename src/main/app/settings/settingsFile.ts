import { isUtf8 } from 'node:buffer';
import { type FSWatcher, watch } from 'node:fs';
import { lstat, mkdir, realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import {
  type Disposable,
  DisposableMap,
  DisposableOwner,
  toDisposable,
} from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { ReadOnlyFileError, writeFileAtomic } from '#main/base/files/atomicFile';
import { ifExists } from '#main/base/files/ifExists';
import { explainRead } from '#main/base/files/keptFile';
import { readOwn } from '#main/base/files/ownFile';
import { patiently } from '#main/base/files/passingFault';
import { positionAt } from '#main/base/json/textPosition';
import type { Logger } from '#main/base/log/logger';
import type { SettingsProblem } from '#shared/settings';
import { formatBytes } from '#shared/text/formatBytes';

/**
 * The time to wait for further changes: editors save in several steps within a few milliseconds.
 */
const SETTLE_MILLISECONDS = 50;
/** The time until an empty file counts as emptied by its user. */
const EMPTY_MILLISECONDS = 250;
/** The size limit: nobody writes that much by hand, and parsing it would block us. */
const SIZE_LIMIT = 1_000_000;
const BYTE_ORDER_MARK = '\uFEFF';

/** A file that does not exist has an empty text. */
export type SettingsFileReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: SettingsProblem };

/**
 * A text file that people edit while we run. The caller must read it before waiting for touches.
 */
export class SettingsFile extends DisposableOwner {
  private readonly touched = this.register(new Emitter<void>());
  private readonly watchers = this.register(new DisposableMap<string, Disposable>());
  private timer: NodeJS.Timeout | undefined;
  private hasByteOrderMark = false;
  private wasEmpty = true;

  /** Fires shortly after the file may have changed, once for many changes in a row. */
  readonly onDidTouch = this.touched.event;

  constructor(
    readonly path: string,
    private readonly logger: Logger,
  ) {
    super();
    this.register(toDisposable(() => clearTimeout(this.timer)));
  }

  async read(): Promise<SettingsFileReading> {
    try {
      await this.watchFolders();
      const found = await this.bytes();
      // The link's target may be on a disk that is missing now, so nothing is written in its place.
      const isLink = found === undefined && (await ifExists(lstat(this.path)))?.isSymbolicLink();
      if (isLink) return unreadable('is a link to a file that does not exist', 1, 1);
      const bytes = found ?? Buffer.alloc(0);
      if (bytes.length > SIZE_LIMIT)
        return unreadable(`is larger than ${formatBytes(SIZE_LIMIT)}`, 1, 1);
      if (!isUtf8(bytes)) {
        const { line, column } = endOfUtf8(bytes);
        return unreadable('is not UTF-8 text', line, column);
      }
      const text = bytes.toString('utf8');
      this.hasByteOrderMark = text.startsWith(BYTE_ORDER_MARK);
      return { ok: true, text: this.hasByteOrderMark ? text.slice(1) : text };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const why = code === undefined ? message : explainRead(error);
      return unreadable(`cannot be read. ${why}`, 1, 1);
    }
  }

  /** Writes the text. Call it only after `read`, which determines the encoding. */
  async write(text: string): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    await writeFileAtomic(this.path, this.hasByteOrderMark ? BYTE_ORDER_MARK + text : text);
  }

  /**
   * Reads the bytes, and waits a moment if the file is empty: a program that saves in place empties
   * it first and fills it a moment later.
   */
  private async bytes(): Promise<Buffer | undefined> {
    const look = () => patiently(() => ifExists(readOwn(this.path)));
    let found = await look();
    if (found?.length === 0 && !this.wasEmpty) {
      await new Promise((resolve) => setTimeout(resolve, EMPTY_MILLISECONDS));
      found = await look();
    }
    this.wasEmpty = (found?.length ?? 0) === 0;
    return found;
  }

  /**
   * Watches folders, because an editor that saves by renaming would replace a watched file. If the
   * file is a link, there are two: the link's folder and its target's.
   */
  private async watchFolders(): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    const target = (await ifExists(realpath(this.path))) ?? this.path;
    if (this.isDisposed) return;
    const wanted = new Map([this.path, target].map((path) => [path, dirname(path)]));
    for (const path of [...this.watchers.keys()]) {
      if (!wanted.has(path)) this.watchers.delete(path);
    }
    for (const [path, folder] of wanted) {
      if (!this.watchers.has(path)) this.watchers.set(path, this.watchFolder(folder, path));
    }
  }

  private watchFolder(folder: string, path: string): Disposable {
    const giveUp = (error: unknown) => {
      this.logger.warn('changes made to the file by hand are not noticed until restart', {
        path,
        error,
      });
    };
    let watcher: FSWatcher;
    try {
      watcher = watch(folder, { persistent: false });
    } catch (error) {
      // Linux has few watches, and a large project under development may use them all.
      giveUp(error);
      return toDisposable(() => undefined);
    }
    watcher.on('change', (_type, name) => {
      if (name === null || name === basename(path)) this.touch();
    });
    watcher.on('error', giveUp);
    return toDisposable(() => watcher.close());
  }

  private touch(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.touched.fire();
    }, SETTLE_MILLISECONDS);
  }
}

/** Why settings.json could not be written, and what the user can do. */
export function explainWrite(path: string, error: unknown): string {
  const again = 'so nothing was saved. Make it writable, then try again.';
  if (error instanceof ReadOnlyFileError) {
    const where = error.path === path ? '' : ` (${error.path})`;
    return `settings.json is read-only${where}, ${again}`;
  }
  const { code, path: tried = path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return 'The disk is full, so settings.json was not changed. Free some space and try again.';
  }
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
    ? `The folder ${dirname(tried)} is read-only, ${again}`
    : 'settings.json could not be written.';
}

function unreadable(reason: string, line: number, column: number): SettingsFileReading {
  return { ok: false, problem: { message: `The file ${reason}`, line, column } };
}

function endOfUtf8(bytes: Buffer): { line: number; column: number } {
  const decoded = bytes.toString('utf8');
  const encoded = Buffer.from(decoded);
  const firstDifference = bytes.findIndex((byte, index) => byte !== encoded[index]);
  const valid = bytes.subarray(0, firstDifference).toString('utf8');
  return positionAt(valid, valid.length);
}
