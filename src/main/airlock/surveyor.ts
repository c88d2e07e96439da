import type { Authorship, FileVersion } from '#shared/airlock/change';
import type { ChangeFinder } from './changeFinder';
import type { Baseline } from './git/baseline';
import type { TreeDifference } from './git/treeDifference';
import type { TreeScanner } from './git/treeScanner';
import type { Ledger } from './ledger';
import type { Notice } from './notice';

export interface ScanReport {
  /** Whether it found anything that was not known. */
  readonly isNews: boolean;
  /** What could not be looked at. */
  readonly notices: readonly Notice[];
}

export interface SurveyorParts {
  readonly scanner: TreeScanner;
  readonly baseline: Baseline;
  readonly ledger: Ledger;
  readonly finder: ChangeFinder;
  readonly isInPlace: boolean;
}

export const NOBODY: Authorship = { turnId: null, toolCallId: null };

/** Looks at the tree that an agent works in, and enters what is new into the ledger. */
export class Surveyor {
  private readonly authors = new Map<string, Authorship>();

  constructor(private readonly parts: SurveyorParts) {}

  /** Who wrote to a path is known before the next look finds it. */
  attribute(path: string, by: Authorship): void {
    this.authors.set(path, by);
  }

  async look(by: Authorship): Promise<ScanReport> {
    const { scanner, baseline, ledger, finder } = this.parts;
    const notices = await scanner.absorb();
    const differences = await scanner.compare(baseline.tree, await scanner.tree());
    const unexpected = await this.takeAllowed(differences);
    const author = (path: string) => this.authors.get(path) ?? by;
    const events = await finder.events(ledger.state, unexpected, author);
    await ledger.append(events);
    this.authors.clear();
    return { isNews: events.length > 0, notices };
  }

  /** What the user allowed an agent to write, and it wrote, is the user's own from then on. */
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
