import type { Rewinder } from '#main/airlock/decide/rewinder';
import type { Ledger } from '#main/airlock/ledger/ledger';
import type { ObjectStore } from '#main/airlock/objects/objectStore';
import type { VerifiedTrees } from '#main/airlock/objects/verifiedTrees';
import type { Baseline } from '#main/airlock/tree/baseline';
import { sessionRef } from '#main/airlock/tree/snapshot';
import type { Git } from '#main/git/git';
import { hasForgottenTurns, keptCheckpoints } from '#shared/airlock/keptTurns';
import type { Checkpoint } from '#shared/airlock/ledger';
import { KEPT_TURNS } from '#shared/airlock/limits';
import type { ObjectId, SessionId, TurnId } from '#shared/ids';
import type { ChangeNotice, RewindPoint, RewindReport } from '#shared/ipc/changes';
import { NOBODY, type Surveyor } from './surveyor';
import type { TreeScanner } from './treeScanner';

export interface CheckpointParts {
  readonly sessionId: SessionId;
  readonly surveyor: Surveyor;
  readonly scanner: TreeScanner;
  readonly baseline: Baseline;
  readonly ledger: Ledger;
  readonly rewinder: Rewinder;
  readonly store: ObjectStore;
  readonly trees: VerifiedTrees;
  /** Git for the shadow repository. */
  readonly git: Git;
  readonly clock: () => number;
}

/** The reasons why the last known version of a file may not be the one on disk. */
const UNREAD: ReadonlySet<ChangeNotice['reason']> = new Set([
  'unreadable',
  'too-large',
  'too-much',
  'unsettled',
]);

/** The agent's tree at the beginning of each turn. */
export class Checkpoints {
  constructor(private readonly parts: CheckpointParts) {}

  get all(): readonly Checkpoint[] {
    return keptCheckpoints(this.parts.ledger.state);
  }

  get areSomeForgotten(): boolean {
    return hasForgottenTurns(this.parts.ledger.state);
  }

  /** Whether the turn had a checkpoint that is no longer kept. */
  isForgotten(turnId: TurnId): boolean {
    const isOfTurn = (checkpoint: Checkpoint) => checkpoint.turnId === turnId;
    return this.parts.ledger.state.checkpoints.some(isOfTurn) && !this.all.some(isOfTurn);
  }

  /** Makes a checkpoint of the tree that was just read. */
  async make(turnId: TurnId): Promise<Checkpoint> {
    const { tree, baseTree } = await this.here();
    const { ledger } = this.parts;
    const olderBytes = await this.olderBytes(ledger.state.checkpoints.at(-1), { tree, baseTree });
    await this.keep(tree, `turn/${ledger.state.checkpoints.length + 1}`);
    await ledger.append([{ type: 'turn.checkpointed', turnId, tree, baseTree, olderBytes }]);
    const made = this.all.find((checkpoint) => checkpoint.turnId === turnId);
    if (made === undefined) throw new Error('The ledger lost a checkpoint.');
    if (this.areSomeForgotten) await this.forgetOld(KEPT_TURNS);
    return made;
  }

  async rewind(to: RewindPoint): Promise<RewindReport> {
    const { surveyor, rewinder } = this.parts;
    await surveyor.look(NOBODY);
    const before = await this.here();
    await this.keepPoint(before);
    const left = await rewinder.rewind(to, before);
    const { notices } = await surveyor.look(NOBODY);
    return { before, left: [...new Set([...left, ...(await this.unread(to, notices))])] };
  }

  /**
   * Files that cannot be read now. The checkpoint has the version that was last read, but they may
   * have changed.
   */
  private async unread(
    { tree }: RewindPoint,
    notices: readonly ChangeNotice[],
  ): Promise<readonly string[]> {
    const paths = notices.filter(({ reason }) => UNREAD.has(reason)).map(({ path }) => path);
    const then = await this.parts.trees.entries(tree, paths);
    return paths.filter((path) => then.has(path));
  }

  /** Keeps a checkpoint for a while, so that it can be restored. */
  async keepPoint({
    tree,
    baseTree,
    ownTree,
  }: RewindPoint & { readonly ownTree?: ObjectId }): Promise<void> {
    await this.forgetOld(KEPT_TURNS - 1);
    // Not older than the kept turns, even if the clock was set back, because older points are
    // forgotten with them.
    const times = this.all.map((checkpoint) => checkpoint.at);
    const name = `rewound/${Math.max(this.parts.clock(), ...times)}`;
    if (ownTree !== undefined) await this.keep(ownTree, `${name}/own`);
    await this.keep(tree, `${name}/tree`);
    await this.keep(baseTree, `${name}/base`);
  }

  /**
   * Deletes old refs, except those of the newest points that were rewound from, as many as
   * `rewound`. The next clean-up removes the trees.
   */
  private async forgetOld(rewound: number): Promise<void> {
    const { sessionId, git } = this.parts;
    const [oldest] = this.all;
    const kept = { turn: this.all.length, rewound };
    const kinds = ['turn', 'rewound'] as const;
    const prefixes = kinds.map((kind) => sessionRef(sessionId, kind));
    const listed = await git.text(['for-each-ref', '--format=%(refname)', ...prefixes]);
    for (const kind of kinds) {
      const prefix = sessionRef(sessionId, kind);
      const refs = listed.split('\n').filter((ref) => ref.startsWith(`${prefix}/`));
      const numberOf = (ref: string) => Number(ref.slice(prefix.length + 1).split('/')[0]);
      const numbers = [...new Set(refs.map(numberOf))].sort((left, right) => left - right);
      const old = new Set(numbers.slice(0, -kept[kind]));
      // Checkpoints of this kind are numbered by their time.
      if (kind === 'rewound' && this.areSomeForgotten && oldest !== undefined) {
        for (const number of numbers) if (number < oldest.at) old.add(number);
      }
      const input = refs.filter((ref) => old.has(numberOf(ref))).map((ref) => `delete ${ref}\n`);
      if (input.length > 0) await git.run(['update-ref', '--stdin'], { input: input.join('') });
    }
  }

  private async olderBytes(before: RewindPoint | undefined, now: RewindPoint): Promise<number> {
    if (before === undefined) return 0;
    const { scanner, store } = this.parts;
    const differences = [
      ...(await scanner.compare(before.tree, now.tree, { findsMoves: false })),
      ...(await scanner.compare(before.baseTree, now.baseTree, { findsMoves: false })),
    ];
    const left = new Set(differences.flatMap(({ base }) => base?.blob ?? []));
    for (const { proposed } of differences) if (proposed !== null) left.delete(proposed.blob);
    const sizes = await store.sizes([...left]);
    return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  private async here(): Promise<RewindPoint> {
    return { tree: await this.parts.scanner.tree(), baseTree: this.parts.baseline.tree };
  }

  /** Keeps the tree under a ref, so that git does not collect it as garbage. */
  private async keep(tree: ObjectId, name: string): Promise<void> {
    const { git, sessionId } = this.parts;
    await git.run(['update-ref', sessionRef(sessionId, name), tree]);
  }
}
