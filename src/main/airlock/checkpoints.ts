import type { Git } from '#main/git/git';
import { keptCheckpoints } from '#shared/airlock/keptTurns';
import type { Checkpoint } from '#shared/airlock/ledger';
import { KEPT_TURNS } from '#shared/airlock/limits';
import type { ObjectId, SessionId, TurnId } from '#shared/ids';
import type { Baseline } from './git/baseline';
import { authored, sessionRef } from './git/snapshot';
import type { TreeScanner } from './git/treeScanner';
import type { Ledger } from './ledger';
import type { Rewinder, RewindPoint } from './rewinder';
import { NOBODY, type Surveyor } from './surveyor';

export interface RewindReport {
  /** To get back to where it was before. */
  readonly before: RewindPoint;
  /** Paths that cannot be brought back, or that somebody changed in the same moment: left as they are. */
  readonly left: readonly string[];
}

export interface CheckpointParts {
  readonly sessionId: SessionId;
  readonly surveyor: Surveyor;
  readonly scanner: TreeScanner;
  readonly baseline: Baseline;
  readonly ledger: Ledger;
  readonly rewinder: Rewinder;
  /** At work in the shadow repository. */
  readonly git: Git;
  readonly clock: () => number;
}

/** The agent's tree as it was when each turn began. */
export class Checkpoints {
  constructor(private readonly parts: CheckpointParts) {}

  get all(): readonly Checkpoint[] {
    return keptCheckpoints(this.parts.ledger.state);
  }

  /** Whether there was one that is not kept any more. */
  isForgotten(turnId: TurnId): boolean {
    const isOfTurn = (checkpoint: Checkpoint) => checkpoint.turnId === turnId;
    return this.parts.ledger.state.checkpoints.some(isOfTurn) && !this.all.some(isOfTurn);
  }

  /** Of what was just looked at. */
  async make(turnId: TurnId): Promise<Checkpoint> {
    const { tree, baseTree } = await this.here();
    await this.keep(tree, `turn/${this.parts.ledger.state.checkpoints.length + 1}`);
    await this.parts.ledger.append([{ type: 'turn.checkpointed', turnId, tree, baseTree }]);
    const made = this.all.find((checkpoint) => checkpoint.turnId === turnId);
    if (made === undefined) throw new Error('The ledger forgot a checkpoint.');
    await this.forgetOld();
    return made;
  }

  async rewind(to: RewindPoint): Promise<RewindReport> {
    const { surveyor, rewinder, clock } = this.parts;
    await surveyor.look(NOBODY);
    const before = await this.here();
    const name = `rewound/${clock()}`;
    await this.keep(before.tree, `${name}/tree`);
    await this.keep(before.baseTree, `${name}/base`);
    const left = await rewinder.rewind(to, before);
    await surveyor.look(NOBODY);
    return { before, left };
  }

  /** The trees themselves go with the next tidying up. */
  private async forgetOld(): Promise<void> {
    const { sessionId, git } = this.parts;
    for (const kind of ['turn', 'rewound']) {
      const prefix = sessionRef(sessionId, kind);
      const listed = await git.text(['for-each-ref', '--format=%(refname)', prefix]);
      const refs = listed.split('\n').filter((ref) => ref !== '');
      const numberOf = (ref: string) => Number(ref.slice(prefix.length + 1).split('/')[0]);
      const numbers = [...new Set(refs.map(numberOf))].sort((left, right) => left - right);
      const old = new Set(numbers.slice(0, -KEPT_TURNS));
      const input = refs.filter((ref) => old.has(numberOf(ref))).map((ref) => `delete ${ref}\n`);
      if (input.length > 0) await git.run(['update-ref', '--stdin'], { input: input.join('') });
    }
  }

  private async here(): Promise<RewindPoint> {
    return { tree: await this.parts.scanner.tree(), baseTree: this.parts.baseline.tree };
  }

  /** Under a name, so that nobody who looks into the repository takes it for waste. */
  private async keep(tree: ObjectId, name: string): Promise<void> {
    const git = authored(this.parts.git);
    const commit = await git.text(['commit-tree', '-m', name, tree]);
    await git.run(['update-ref', sessionRef(this.parts.sessionId, name), commit]);
  }
}
