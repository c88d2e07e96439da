import { type ChangeView, openHunks } from '#shared/airlock/changeView';
import type { ChangeVerdict } from '#shared/airlock/verdict';
import type { ChosenHunks } from '#shared/checks/check';
import { type Collected, collectedKey } from '#window/features/review/model/fileState';

/** The hunks to check: those that were collected for acceptance, or else all undecided ones. */
export function chosenHunks(
  files: readonly ChangeView[],
  collected: Collected,
): readonly ChosenHunks[] {
  const isPicking = [...collected.values()].includes('accept');
  return files.flatMap((view) => {
    if (view.risk.type === 'refused') return [];
    const hunkIds = openHunks(view)
      .filter((hunk) => {
        const noted = collected.get(collectedKey(view, hunk));
        return isPicking ? noted === 'accept' : noted !== 'reject';
      })
      .map(({ hunk }) => hunk.id);
    return hunkIds.length === 0 ? [] : [{ changeId: view.change.changeId, hunkIds }];
  });
}

/**
 * The hunks that verdicts accept; null if they accept single lines, because checks run on whole
 * hunks.
 */
export function acceptedHunks(verdicts: readonly ChangeVerdict[]): readonly ChosenHunks[] | null {
  const accepted = verdicts.map(({ changeId, hunks }) => ({
    changeId,
    hunks: hunks.filter(({ verdict }) => verdict === 'accept'),
  }));
  if (accepted.some(({ hunks }) => hunks.some(({ lines }) => lines !== undefined))) return null;
  return accepted.flatMap(({ changeId, hunks }) =>
    hunks.length === 0 ? [] : [{ changeId, hunkIds: hunks.map(({ hunkId }) => hunkId) }],
  );
}
