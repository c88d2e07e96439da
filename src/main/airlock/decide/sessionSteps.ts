import { attempt } from '#main/airlock/disk/attempt';
import { sideOf } from '#main/airlock/objects/objectStore';
import type { SessionChangesParts } from '#main/airlock/sessionChanges';
import type { FileVersion } from '#shared/airlock/change';
import { type DecidedSteps, decidedSteps } from '#shared/airlock/provenance/decidedSteps';
import type { Result } from '#shared/errors';
import type { DecisionId } from '#shared/ids';

/** The decisions of a session, in order, for code that tracks the user's files. */
export class SessionSteps {
  constructor(private readonly own: SessionChangesParts) {}

  /** The number of decisions. */
  get count(): number {
    return this.own.parts.ledger.state.decisions.size;
  }

  after(from: number): DecidedSteps {
    return decidedSteps(this.own.parts.ledger.state, from);
  }

  /** The version's text; null if it is not reviewable text, or is no longer kept. */
  async text(version: FileVersion, path: string): Promise<string | null> {
    const { objects } = this.own.parts.shadow;
    const sides = await attempt(path, () => objects.sides({ path, base: version, proposed: null }));
    return sides.ok ? (sides.value.base?.text?.text ?? null) : null;
  }

  /** The text of the user's own file; null if there is none, or if it is not reviewable text. */
  currentText(path: string): Promise<Result<string | null>> {
    return attempt(path, async () => {
      const present = await this.own.parts.effects.read('project', path);
      return sideOf(present)?.text?.text ?? null;
    });
  }

  /** The path of the file that was decided on. */
  pathOf(decisionId: DecisionId): string | null {
    const { changes, decisions } = this.own.parts.ledger.state;
    const changeId = decisions.get(decisionId)?.made.changeId;
    return (changeId && changes.get(changeId)?.change.path) ?? null;
  }

  /** The decisions that changed the user's files and were not undone, oldest first. */
  get accepted(): readonly DecisionId[] {
    const { changes, decisions } = this.own.parts.ledger.state;
    const standing = new Set(
      [...changes.values()].flatMap(({ hunks }) =>
        hunks.flatMap(({ outcome, decisionId }) =>
          outcome.state === 'accepted' && decisionId !== null ? [decisionId] : [],
        ),
      ),
    );
    return [...decisions.keys()].filter((decisionId) => standing.has(decisionId));
  }
}
