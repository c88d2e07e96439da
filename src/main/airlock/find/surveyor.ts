import { attempt } from '#main/airlock/disk/attempt';
import type { ProjectFolder } from '#main/airlock/disk/projectFolder';
import type { Ledger } from '#main/airlock/ledger/ledger';
import type { Baseline } from '#main/airlock/tree/baseline';
import type { TreeDifference } from '#main/airlock/tree/treeDifference';
import type { Authorship, FileVersion } from '#shared/airlock/change';
import { type ChangeRecord, changeStatus, type LedgerState } from '#shared/airlock/ledger';
import type { Effect, LedgerEvent } from '#shared/airlock/ledgerEvents';
import type { ChangeId, ObjectId, TurnId } from '#shared/ids';
import type { ChangeNotice } from '#shared/ipc/changes';
import type { ChangeFinder } from './changeFinder';
import type { OthersDecisions } from './othersWrites';
import type { OwnEdits } from './ownEdits';
import type { TreeScanner } from './treeScanner';

export interface ScanReport {
  /** Whether the look found anything new. */
  readonly isNews: boolean;
  /** Paths that could not be read. */
  readonly notices: readonly ChangeNotice[];
}

export interface SurveyorParts {
  readonly scanner: TreeScanner;
  readonly baseline: Baseline;
  readonly ledger: Ledger;
  readonly finder: ChangeFinder;
  readonly ownEdits: OwnEdits;
  /** The tree that the session began with. */
  readonly startTree: ObjectId;
  readonly isInPlace: boolean;
  readonly project: ProjectFolder;
  /** Called in place when the user accepted a change that is already on disk. */
  onAccepted(differences: readonly TreeDifference[]): Promise<void>;
}

export const NOBODY: Authorship = { turnId: null, toolCallId: null };

/** Looks at the agent's tree and records what is new in the ledger. */
export class Surveyor {
  private readonly authors = new Map<string, Authorship>();
  /** Whether the last look was made during the running turn and succeeded. */
  private hasSeenTurn = false;

  private reached: ChangeId[] = [];

  constructor(private readonly parts: SurveyorParts) {}

  /** Changes that waited for a decision and that looks since the last call have found on disk. */
  takeReached(): readonly ChangeId[] {
    const { reached } = this;
    this.reached = [];
    return reached;
  }

  /** Records who wrote to a path before the next look finds the change. */
  attribute(path: string, by: Authorship): void {
    this.authors.set(path, by);
  }

  /** Whether all writes are the user's: in place, between turns. */
  get isUsersTime(): boolean {
    return this.parts.isInPlace && this.parts.ledger.state.restTree !== null;
  }

  async look(by: Authorship): Promise<ScanReport> {
    const { scanner, ownEdits, isInPlace, baseline, project } = this.parts;
    this.hasSeenTurn = false;
    if (isInPlace) await project.assertThere();
    if (await this.isTurnLost()) await this.restUnclear();
    const { isUsersTime } = this;
    const inTurn = isInPlace && !isUsersTime ? { turnId: this.lastTurnId } : null;
    const unseen = await scanner.absorb({ inTurn, base: isInPlace ? null : baseline.tree });
    const tree = await scanner.tree();
    if (isInPlace) await project.assertThere();
    if (isUsersTime) {
      const agents = await this.noteUnclear(tree);
      await ownEdits.absorb(this.restTree, tree, agents);
    }
    const { isNews, notices } = await this.enter(tree, by, isUsersTime);
    if (isUsersTime) await scanner.forgetLateFiles();
    this.hasSeenTurn = !isUsersTime;
    return { isNews, notices: [...unseen, ...notices] };
  }

  /** Records the differences between a tree and the baseline as the agent's work. */
  private async enter(tree: ObjectId, by: Authorship, isUsersTime: boolean): Promise<ScanReport> {
    const { scanner, baseline, ledger, finder } = this.parts;
    const differences = await scanner.compare(baseline.tree, tree);
    const unexpected = await this.takeAllowed(differences);
    const held = this.heldAndWritten(unexpected);
    for (const { change } of held) {
      this.authors.set(change.path, { ...authorshipOf(change), asked: 'not-awaited' });
    }
    const known = isUsersTime ? authorsOf(ledger.state) : null;
    const author = (path: string) =>
      this.withRequest(path, this.authors.get(path) ?? known?.get(path) ?? by);
    const { events, notices } = await finder.find(ledger.state, unexpected, author);
    const overtaken = held.map(
      ({ change }): LedgerEvent => ({ type: 'change.superseded', changeId: change.changeId }),
    );
    await ledger.append([...overtaken, ...events]);
    this.reached.push(...held.map(({ change }) => change.changeId));
    this.authors.clear();
    return { isNews: overtaken.length + events.length > 0, notices };
  }

  /** Held changes that are on disk already, and need a decision afterwards. */
  private heldAndWritten(differences: readonly TreeDifference[]): readonly ChangeRecord[] {
    if (!this.parts.isInPlace || differences.length === 0) return [];
    const written = new Map(differences.map(({ path, proposed }) => [path, proposed]));
    return [...this.parts.ledger.state.changes.values()].filter((record) => {
      const { origin, path, proposed } = record.change;
      if (origin === 'scan' || changeStatus(record) !== 'open' || !written.has(path)) return false;
      return written.get(path)?.blob === proposed?.blob;
    });
  }

  /**
   * The author with the permission request: an edit that was allowed and written as shown is not
   * found by a look.
   */
  private withRequest(path: string, by: Authorship): Authorship {
    if (!this.parts.isInPlace || by.toolCallId === null || by.asked === 'not-awaited') return by;
    const isShown = [...this.parts.ledger.state.changes.values()].some(
      ({ change, hunks }) =>
        change.origin === 'permission' &&
        change.path === path &&
        change.toolCallId === by.toolCallId &&
        hunks.every(({ outcome }) => outcome.state === 'accepted'),
    );
    return isShown ? { ...by, asked: 'differs' } : by;
  }

  /** Repairs what can be repaired after a failed look. */
  async mend(): Promise<void> {
    const { scanner, baseline, ledger } = this.parts;
    await attempt('The index', () => scanner.mend(ledger.state.restTree ?? baseline.tree));
  }

  /**
   * In place, an agent that had no prompt yet has written nothing, so the user's time begins at
   * once.
   */
  async awaitFirstTurn(): Promise<void> {
    const { isInPlace, ledger, startTree } = this.parts;
    if (!isInPlace || this.isUsersTime || ledger.state.checkpoints.length > 0) return;
    await ledger.append([{ type: 'tree.rested', tree: startTree }]);
  }

  /**
   * Called when a turn begins: everything that changed since the last turn's look is the user's.
   */
  async lookBeforeTurn(): Promise<ScanReport> {
    const { isInPlace, ledger, scanner, startTree } = this.parts;
    const isFirst = ledger.state.checkpoints.length === 0 && !this.hasSeenTurn;
    if (isInPlace && !this.isUsersTime) {
      if (isFirst) await ledger.append([{ type: 'tree.rested', tree: startTree }]);
      else await this.rest(this.hasSeenTurn);
    }
    const report = await this.look(NOBODY);
    if (isInPlace) await scanner.noteUnseen();
    return report;
  }

  /** Called when the last turn has ended; what is found now is still its work. */
  async lookAfterTurn(turnId: TurnId, by: Authorship): Promise<ScanReport> {
    const report = await this.look(by);
    const isLast = this.parts.ledger.state.checkpoints.at(-1)?.turnId === turnId;
    if (this.parts.isInPlace && !this.isUsersTime && isLast) await this.rest(true);
    return report;
  }

  /** Runs when the app starts. */
  async recover(): Promise<void> {
    if (!this.parts.isInPlace || this.parts.ledger.state.checkpoints.length === 0) return;
    // If this fails, the turn counts as running until a look succeeds.
    await attempt('The project', () =>
      this.isUsersTime ? this.parts.scanner.reset(this.restTree) : this.restAsSeen(),
    );
  }

  /** Records our own writes, so that they do not count as the user's edits. */
  async noteWritten(effects: readonly Effect[]): Promise<void> {
    if (effects.length === 0) return;
    this.hasSeenTurn = false;
    if (!this.isUsersTime) return;
    const { scanner, ledger } = this.parts;
    await scanner.reset(this.restTree);
    await scanner.note(effects.map(({ path, next }) => ({ path, entry: next })));
    const isUnclear = ledger.state.isRestUnclear;
    const rested: LedgerEvent = { type: 'tree.rested', tree: await scanner.tree() };
    await ledger.append([isUnclear ? { ...rested, isUnclear } : rested]);
  }

  /**
   * Recovers after the app, and with it the agent, ended during a turn. The turn's work is what the
   * last look saw. Nobody can tell who made later changes. They count as the user's, because no
   * verdict may remove the user's text, and are named until the user has seen the note.
   */
  private async restAsSeen(): Promise<void> {
    await this.restUnclear();
    await this.look(NOBODY);
  }

  private async restUnclear(): Promise<void> {
    const { scanner, ledger } = this.parts;
    const seen = await scanner.tree();
    await this.enter(seen, { turnId: this.lastTurnId, toolCallId: null }, false);
    await ledger.append([{ type: 'tree.rested', tree: seen, isUnclear: true }]);
  }

  /**
   * Whether the state before an interrupted turn is unknown, so that the turn cannot be ended at
   * the start: the user's files would count as the agent's.
   */
  private async isTurnLost(): Promise<boolean> {
    if (!this.parts.isInPlace || this.isUsersTime || this.lastTurnId === null) return false;
    return !(await this.parts.scanner.knowsUnseen());
  }

  /**
   * Notes unclear files before they count as the user's, so that they are named even if the app
   * ends again. Returns the agent's paths that are found only between turns, because no look could
   * read them before.
   */
  private async noteUnclear(tree: ObjectId): Promise<ReadonlySet<string>> {
    const { scanner, ledger } = this.parts;
    const { restTree } = this;
    const { isRestUnclear } = ledger.state;
    if (!isRestUnclear && !(await scanner.hasLeftOut())) return new Set();
    const since = await scanner.compare(restTree, tree, { findsMoves: false });
    const paths = since.map(({ path }) => path);
    const late = await scanner.lateFiles(
      since.map(({ path, base }) => ({ path, isKnown: base !== null })),
    );
    for (const [path, turnId] of late.agents) this.attribute(path, { turnId, toolCallId: null });
    const named = isRestUnclear ? paths.filter((path) => !late.agents.has(path)) : late.unclear;
    const events = named.map((path): LedgerEvent => ({ type: 'path.unclear', path }));
    const rested = { type: 'tree.rested', tree: restTree } as const;
    await ledger.append([...events, ...(isRestUnclear ? [rested] : [])]);
    return new Set(late.agents.keys());
  }

  /**
   * Takes over decisions in other sessions that were written into this tree. They are the user's,
   * even while a turn runs. Between turns the next look finds them, unless they were on disk before
   * they were accepted. Files with an unreadable version are named: they count as the user's as a
   * whole, including anything that the agent may have written in them.
   */
  async noteOthers({
    differences,
    how,
    unclear,
  }: Pick<OthersDecisions, 'differences' | 'how'> & {
    readonly unclear: readonly string[];
  }): Promise<void> {
    if (!this.parts.isInPlace || (this.isUsersTime && how === 'written')) return;
    this.hasSeenTurn = false;
    await this.parts.ledger.append(unclear.map((path) => ({ type: 'path.unclear', path })));
    await this.parts.ownEdits.absorbKnown(differences);
  }

  /** Ends the agent's time. */
  private async rest(hasLooked: boolean): Promise<void> {
    const { scanner, ledger } = this.parts;
    if (!hasLooked) await this.look({ turnId: this.lastTurnId, toolCallId: null });
    await ledger.append([{ type: 'tree.rested', tree: await scanner.tree() }]);
  }

  private get lastTurnId(): TurnId | null {
    return this.parts.ledger.state.checkpoints.at(-1)?.turnId ?? null;
  }

  private get restTree(): ObjectId {
    return this.parts.ledger.state.restTree ?? this.parts.startTree;
  }

  /**
   * Takes over a file that the agent wrote with the user's permission: it is the user's from then
   * on.
   */
  private async takeAllowed(
    differences: readonly TreeDifference[],
  ): Promise<readonly TreeDifference[]> {
    if (!this.parts.isInPlace || differences.length === 0) return differences;
    const allowed = this.allowed();
    const isTaken = ({ path, oldPath, proposed }: TreeDifference) =>
      oldPath === undefined && allowed.has(path) && allowed.get(path)?.blob === proposed?.blob;
    const moves = differences
      .filter(isTaken)
      .map(({ path }) => ({ path, version: allowed.get(path) ?? null }));
    if (moves.length === 0) return differences;
    const tree = await this.parts.baseline.move(moves);
    // Must come first: after a kill the other sessions would not be told.
    await this.parts.onAccepted(differences.filter(isTaken));
    await this.parts.ledger.append([{ type: 'base.moved', tree }]);
    return differences.filter((difference) => !isTaken(difference));
  }

  private allowed(): ReadonlyMap<string, FileVersion | null> {
    const allowed = new Map<string, FileVersion | null>();
    for (const { change, hunks, isWithdrawn } of this.parts.ledger.state.changes.values()) {
      const isAccepted = hunks.every(({ outcome }) => outcome.state === 'accepted');
      if (change.origin === 'permission' && isAccepted && !isWithdrawn) {
        allowed.set(change.path, change.proposed);
      }
    }
    return allowed;
  }
}

/**
 * The authors of changes: a change that only moves because of the user's own edits keeps its
 * author.
 */
function authorsOf({ changes }: LedgerState): ReadonlyMap<string, Authorship> {
  const authors = new Map<string, Authorship>();
  for (const record of changes.values()) {
    const { origin, path } = record.change;
    if (origin === 'scan' && changeStatus(record) === 'open')
      authors.set(path, authorshipOf(record.change));
  }
  return authors;
}

function authorshipOf({ turnId, toolCallId, asked }: Authorship): Authorship {
  return { turnId, toolCallId, ...(asked !== undefined && { asked }) };
}
