import type { Effects } from '#main/airlock/disk/effects';
import type { OwnEdits } from '#main/airlock/find/ownEdits';
import type { TreeScanner } from '#main/airlock/find/treeScanner';
import type { Ledger } from '#main/airlock/ledger/ledger';
import type { Baseline } from '#main/airlock/tree/baseline';
import type { Effect } from '#shared/airlock/ledgerEvents';
import type {
  PlannedRefresh,
  RefreshBegun,
  RefreshEvent,
  RefreshPoint,
} from '#shared/airlock/refreshRecord';
import type { ObjectId, RefreshId } from '#shared/ids';

export interface RefreshRunnerParts {
  readonly ledger: Ledger;
  readonly effects: Effects;
  readonly baseline: Baseline;
  readonly scanner: TreeScanner;
  readonly ownEdits: OwnEdits;
}

/**
 * Carries out refreshes of a copy from the user's files, and undoes them. I3: the plan is on disk
 * before the first file changes, and is finished after a crash. The baseline is never ahead of the
 * agent's files: an agent whose files lack lines of the baseline would seem to have removed them.
 */
export class RefreshRunner {
  constructor(private readonly parts: RefreshRunnerParts) {}

  async begin(begun: RefreshBegun): Promise<void> {
    await this.parts.ledger.append([begun]);
    await this.recover();
  }

  async undo(undoing: Extract<RefreshEvent, { type: 'refresh.undoing' }>): Promise<void> {
    await this.parts.ledger.append([undoing]);
    await this.recover();
  }

  /** Finishes what the ledger records as begun. Repeating what was done in part is harmless. */
  async recover(): Promise<void> {
    const { refresh } = this.parts.ledger.state;
    if (refresh?.step === 'begun') await this.takeOver(refresh.begun);
    if (refresh?.step === 'undoing') {
      const { refreshId, before } = refresh.begun;
      await this.takeBack(refreshId, before.baseTree, refresh.effects);
    }
  }

  private async takeOver({ refreshId, before, files, left }: RefreshBegun): Promise<void> {
    const { baseline, ledger } = this.parts;
    const notWritten = new Set(
      await this.parts.effects.carryOut(files.flatMap(({ effect }) => effect ?? [])),
    );
    const taken = files.filter(({ path }) => !notWritten.has(path));
    // An earlier attempt may have moved the baseline before it could record that.
    await baseline.restore(before.baseTree);
    const after = taken.length === 0 ? before : await this.pointAfter(before, taken);
    const event = { type: 'refresh.settled', refreshId, after } as const;
    await ledger.append([{ ...event, left: [...left, ...notWritten] }]);
  }

  private async takeBack(
    refreshId: RefreshId,
    baseTree: ObjectId,
    effects: readonly Effect[],
  ): Promise<void> {
    const { baseline, ledger } = this.parts;
    await baseline.restore(baseTree);
    const left = await this.parts.effects.carryOut(effects);
    await ledger.append([{ type: 'refresh.undone', refreshId, left }]);
  }

  /**
   * The point after the refresh. It is based on the written files rather than a look, so that it
   * does not include other programs' writes.
   */
  private async pointAfter(
    before: RefreshPoint,
    taken: readonly PlannedRefresh[],
  ): Promise<RefreshPoint> {
    const { scanner, ownEdits } = this.parts;
    const trees = await ownEdits.take(
      taken.map(({ path, base, user }) => ({ path, base, proposed: user })),
    );
    await scanner.reset(before.tree);
    await scanner.note(
      taken.map(({ path, effect, user }) => ({ path, entry: effect ? effect.next : user })),
    );
    return { tree: await scanner.tree(), ...trees };
  }
}
