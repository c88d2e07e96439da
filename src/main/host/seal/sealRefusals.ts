import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { posix } from 'node:path';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import type { Result } from '#shared/errors';
import {
  KEPT_REFUSALS,
  type KnownRefusal,
  type LoggedRefusal,
  pathRefusalKey,
  type SealedPlace,
  type SealRefusal,
  type SealRefusals,
} from '#shared/seal';
import { plainOutput } from '#shared/text/plainOutput';
import {
  LINE_CHARACTERS,
  LOOK_UPS,
  OPEN_LINES,
  PATH_CHARACTERS,
  SHOWN_CHARACTERS,
  WAITING,
} from './limits';
import { type ClaimedRefusal, refusedPaths } from './refusedPaths';

export interface HeardRefusalsOptions {
  readonly home: string;
  now(): number;
  /** The places that the seal shows; null if unknown. */
  places(): Promise<readonly SealedPlace[] | null>;
  /** The target of a path that may be allowed, or an error that says why the path stays closed. */
  allowance(path: string): Promise<Result<string>>;
  /** Refusals from before the session was closed. */
  readonly known: readonly KnownRefusal[];
  /** Records a refusal, so that it is kept after the session is closed. */
  record(refusal: LoggedRefusal): void;
}

type Claim = ClaimedRefusal & Pick<SealRefusal, 'source'>;

/**
 * The refusals of a seal that can be seen from outside: requests that we refused, and paths that
 * programs inside report as inaccessible, if they exist outside and the seal does not show them.
 * This only informs the user; it allows nothing.
 */
export class HeardRefusals extends DisposableOwner {
  private readonly kept = new Map<string, SealRefusal>();
  private readonly changes = this.register(new Emitter<void>());
  readonly onDidChange = this.changes.event;
  private readonly queue = this.register(new Queue());
  /** Paths that were looked up since the agent was started, so that none is looked up twice. */
  private readonly known = new Set<string>();
  private readonly openLines = new Map<string, string>();
  /** The paths that the running agent's seal shows. */
  private places: Promise<readonly SealedPlace[] | null> | undefined;
  private waiting = 0;
  private isComplete = true;

  constructor(private readonly options: HeardRefusalsOptions) {
    super();
    const { known } = options;
    this.isComplete = known.length < KEPT_REFUSALS;
    for (const refusal of known)
      this.queue.run(() => this.recall(refusal)).catch(onUnexpectedError);
  }

  get count(): number {
    return this.kept.size;
  }

  list(): SealRefusals {
    return { refusals: [...this.kept.values()].reverse(), isComplete: this.isComplete };
  }

  /** Called when the agent is started again, perhaps with another seal. */
  reset(): void {
    this.known.clear();
    this.openLines.clear();
    this.places = undefined;
  }

  /** Forgets the refusals of a path that is now allowed. */
  forget(path: string): void {
    for (const [key, { grant }] of this.kept) if (grant === path) this.kept.delete(key);
    this.changes.fire();
  }

  /** Reads output that arrives in pieces: a line counts once it is complete. */
  hearPiece(stream: string, data: string, source: SealRefusal['source']): void {
    const text = (this.openLines.get(stream) ?? '') + data;
    const end = text.lastIndexOf('\n') + 1;
    this.openLines.delete(stream);
    this.openLines.set(stream, text.slice(end).slice(-LINE_CHARACTERS));
    const [oldest] = this.openLines.keys();
    if (this.openLines.size > OPEN_LINES && oldest !== undefined) this.openLines.delete(oldest);
    if (end > 0) this.hear(text.slice(0, end), source);
  }

  hear(text: string, source: SealRefusal['source']): void {
    for (const claim of refusedPaths(plainOutput(text))) this.consider({ ...claim, source });
  }

  /** Records a path that we refused ourselves. */
  refused(path: string, access: SealRefusal['access'], closed: string | null): void {
    const words = `Airlock refused to ${access} it for the agent.`;
    const claim: Claim = { path, access, words, source: 'request' };
    if (closed === null) this.consider(claim);
    else if (path.length <= PATH_CHARACTERS) this.keep(claim, path, closed);
  }

  drain(): Promise<void> {
    return this.queue.drain();
  }

  private consider(claim: Claim): void {
    const path = fullPath(claim.path, this.options.home);
    if (path === null) return;
    const key = pathRefusalKey({ access: claim.access, path });
    if (this.known.has(key)) return;
    if (this.known.size >= LOOK_UPS || this.waiting >= WAITING) {
      this.isComplete = false;
      return;
    }
    this.known.add(key);
    this.waiting++;
    this.queue
      .run(() => this.judge({ ...claim, path }))
      .catch(onUnexpectedError)
      .finally(() => this.waiting--);
  }

  private async judge(claim: Claim): Promise<void> {
    this.places ??= this.options.places();
    const places = await this.places;
    if (places === null || this.isDisposed) return;
    const { path, access } = claim;
    if (isShown(path, access, places)) return;
    const grant = (await statusOf(path)) ? path : await this.folderOf(path, access, places);
    if (grant === null) return;
    const allowance = await this.options.allowance(grant);
    this.keep(claim, grant, allowance.ok ? null : allowance.error.message);
  }

  /** Repeats an earlier refusal, unless the seal shows the path by now. */
  private async recall(refusal: KnownRefusal): Promise<void> {
    this.places ??= this.options.places();
    const places = await this.places;
    if (places !== null && isShown(refusal.path, refusal.access, places)) return;
    const allowance = await this.options.allowance(refusal.grant);
    if (this.isDisposed || this.kept.has(pathRefusalKey(refusal))) return;
    const closed = allowance.ok ? null : allowance.error.message;
    this.put({ ...refusal, closed });
  }

  /** The folder that was refused if the file does not exist but its folder does. */
  private async folderOf(
    path: string,
    access: SealRefusal['access'],
    places: readonly SealedPlace[],
  ): Promise<string | null> {
    const folder = posix.dirname(path);
    if (folder === '/' || isShown(folder, access, places)) return null;
    return (await statusOf(folder))?.isDirectory() ? folder : null;
  }

  private keep({ path, access, source, words }: Claim, grant: string, closed: string | null): void {
    if (this.isDisposed) return;
    const shown = words.length > SHOWN_CHARACTERS ? `${words.slice(0, SHOWN_CHARACTERS)}…` : words;
    const refusal = { path, access, source, words: shown, grant };
    this.options.record(refusal);
    this.put({ ...refusal, at: this.options.now(), closed });
  }

  private put(refusal: SealRefusal): void {
    const key = pathRefusalKey(refusal);
    this.kept.delete(key);
    this.kept.set(key, refusal);
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT_REFUSALS && oldest !== undefined) {
      this.kept.delete(oldest);
      this.isComplete = false;
    }
    this.changes.fire();
  }
}

/** The absolute path; null if it cannot be looked up. */
function fullPath(path: string, home: string): string | null {
  if (path.includes('\0') || path.length > PATH_CHARACTERS) return null;
  const full = posix.normalize(path.replace(/^~(?=\/|$)/, home)).replace(/(?<=.)\/+$/, '');
  return full.startsWith('/') && full !== '/' ? full : null;
}

/** Whether a path is shown, judged by the deepest place that contains it. */
export function isShown(
  path: string,
  access: SealRefusal['access'],
  places: readonly SealedPlace[],
): boolean {
  const around = places.filter((place) => path === place.path || path.startsWith(`${place.path}/`));
  const deepest = around.toSorted((one, other) => other.path.length - one.path.length)[0]?.access;
  return deepest === 'write' || (deepest === 'read' && access === 'read');
}

/** The status of a path; one that cannot be read counts as missing. */
async function statusOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
