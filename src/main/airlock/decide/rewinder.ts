import { attempt } from '#main/airlock/disk/attempt';
import { type Effects, temporaryName } from '#main/airlock/disk/effects';
import type { TreeScanner } from '#main/airlock/find/treeScanner';
import type { Ledger } from '#main/airlock/ledger/ledger';
import type { ObjectStore } from '#main/airlock/objects/objectStore';
import type { VerifiedTrees } from '#main/airlock/objects/verifiedTrees';
import type { TreeDifference } from '#main/airlock/tree/treeDifference';
import { versionOf } from '#main/airlock/tree/treeEntries';
import { type FileVersion, sameVersion } from '#shared/airlock/change';
import { mergeResolved } from '#shared/airlock/diff/merge';
import { mergedEncoding } from '#shared/airlock/diff/textFormat';
import { computeHunks } from '#shared/airlock/hunks';
import type { Effect } from '#shared/airlock/ledgerEvents';
import type { RewindPoint } from '#shared/ipc/changes';

export interface RewinderParts {
  readonly scanner: TreeScanner;
  readonly effects: Effects;
  readonly store: ObjectStore;
  readonly trees: VerifiedTrees;
  readonly ledger: Ledger;
}

interface Accepted extends TreeDifference {
  /** The agent's path of the file at that time. */
  readonly place: string;
  readonly target: string;
}

/**
 * Restores the agent's tree to an earlier point, but keeps what the user has accepted since. That
 * is in the user's files, and an agent that does not have it would seem to remove it again.
 */
export class Rewinder {
  constructor(private readonly parts: RewinderParts) {}

  /**
   * Returns paths that cannot be restored, or that somebody changed at the same time; these stay
   * unchanged.
   */
  async rewind(to: RewindPoint, now: RewindPoint): Promise<readonly string[]> {
    const { planned, left } = await this.plan(to, now);
    if (planned.length === 0) return left;
    await this.parts.ledger.append([{ type: 'rewind.begun', effects: planned }]);
    return [...left, ...(await this.finish(planned))];
  }

  /** I3: finishes what the ledger records as begun. Repeating what was done in part is harmless. */
  async recover(): Promise<void> {
    const { rewind } = this.parts.ledger.state;
    if (rewind !== null) await this.finish(rewind);
  }

  private async finish(effects: readonly Effect[]): Promise<readonly string[]> {
    const left = await this.parts.effects.carryOut(effects);
    await this.parts.ledger.append([{ type: 'rewind.settled' }]);
    return left;
  }

  /** The planned writes, and the paths that cannot be restored. */
  async plan(to: RewindPoint, now: RewindPoint) {
    const { wanted, left } = await this.wanted(to, now);
    const paths = [...wanted.keys()];
    const present = await this.parts.trees.entries(now.tree, paths);
    const sizes = await this.parts.store.sizes([...present.values()].map(({ blob }) => blob));
    const planned: Effect[] = [];
    for (const [path, next] of wanted) {
      const expected = versionOf(present.get(path) ?? null, sizes);
      if (sameVersion(expected, next)) continue;
      const temporary = temporaryName();
      planned.push({ place: 'workspace', path, expected, next, temporary });
    }
    // Removed files make room for folders with the same name, and vice versa.
    planned.sort((left, right) => Number(left.next !== null) - Number(right.next !== null));
    return { planned, left };
  }

  private async wanted(to: RewindPoint, now: RewindPoint) {
    const { scanner, trees, store } = this.parts;
    const changed = await scanner.compare(now.tree, to.tree, { findsMoves: false });
    const accepted = await this.accepted(to, now);
    const then = await trees.entries(
      to.tree,
      accepted.map(({ place }) => place),
    );
    const known = [...changed, ...accepted].flatMap(({ base, proposed }) => [base, proposed]);
    const entries = [...known, ...then.values()].filter((entry) => entry !== null);
    const sizes = await store.sizes(entries.map(({ blob }) => blob));
    const wanted = new Map<string, FileVersion | null>();
    const left: string[] = [];
    for (const { path, proposed } of changed) wanted.set(path, versionOf(proposed, sizes));
    for (const { place, target } of accepted) if (place !== target) wanted.set(place, null);
    for (const { target, place, base, proposed } of accepted) {
      const versions = [base, then.get(place) ?? null, proposed] as const;
      const [was, old, is] = versions.map((entry) => versionOf(entry, sizes));
      const merged = await attempt(target, () =>
        this.merged(target, was ?? null, old ?? null, is ?? null),
      );
      if (merged.ok) {
        wanted.set(target, merged.value);
        continue;
      }
      left.push(target);
      for (const path of [target, place]) wanted.delete(path);
    }
    return { wanted, left };
  }

  /** The files that have become the user's since, with the agent's path then and now. */
  private async accepted(to: RewindPoint, now: RewindPoint): Promise<readonly Accepted[]> {
    const { scanner, trees } = this.parts;
    const accepted = await scanner.compare(to.baseTree, now.baseTree);
    if (accepted.length === 0) return [];
    const moved = new Map<string, string>();
    for (const { path, oldPath } of await scanner.compare(to.baseTree, to.tree)) {
      if (oldPath !== undefined) moved.set(oldPath, path);
    }
    const held = await trees.entries(now.baseTree, [...moved.values()]);
    return accepted.map((difference) => {
      const { path, oldPath } = difference;
      const from = oldPath ?? path;
      const at = moved.get(from);
      // If the user's file is a different one by now, the move cannot be undone.
      const isMoved = at !== undefined && (at === path || !held.has(at));
      const place = isMoved ? at : from;
      return { ...difference, place, target: oldPath === undefined ? place : path };
    });
  }

  private async merged(
    path: string,
    was: FileVersion | null,
    then: FileVersion | null,
    is: FileVersion | null,
  ): Promise<FileVersion | null> {
    if (is === null || then === null || sameVersion(then, was)) return is;
    const mode = is.mode === was?.mode ? then.mode : is.mode;
    if (is.blob === was?.blob) return { ...then, mode };
    const { store } = this.parts;
    const { base, proposed } = await store.sides({ path, base: was, proposed: is });
    const { base: old } = await store.sides({ path, base: then, proposed: null });
    if (!proposed?.text || !old?.text || (base && !base.text)) return is;
    const from = base?.text ?? { text: '', encoding: proposed.text.encoding };
    const hunks = computeHunks(from.text, proposed.text.text);
    const text = mergeResolved(from.text, old.text.text, hunks, 'proposed');
    const encoding =
      mergedEncoding(text, old.text.encoding, {
        from: from.encoding,
        to: proposed.text.encoding,
      }) ?? proposed.text.encoding;
    return store.keep({ mode, content: { type: 'text', text: { text, encoding } } });
  }
}
