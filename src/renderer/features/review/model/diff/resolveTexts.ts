import type { ChangeView } from '#shared/airlock/changeView';
import { mergeResolved, type Resolution } from '#shared/airlock/diff/merge';
import { applyHunks, hunksAt, rebaseHunks, type TextHunk } from '#shared/airlock/hunks';
import type { ChangeTexts } from '#shared/ipc/changes';
import { textHunks } from './hunkZones';

/** The agent's file after the decisions: without the rejected hunks. */
export function workText(view: Pick<ChangeView, 'hunks'>, texts: ChangeTexts): string {
  const { accepted, pending } = hunksOf(view, texts);
  return applyHunks(texts.base ?? '', [...accepted, ...pending]);
}

/** The user's file if all undecided hunks are accepted, and conflicts are resolved this way. */
export function resolvedText(
  view: Pick<ChangeView, 'hunks'>,
  texts: ChangeTexts,
  current: string,
  resolution: Resolution,
): string {
  const { accepted, pending } = hunksOf(view, texts);
  const from = applyHunks(texts.base ?? '', accepted);
  return mergeResolved(from, current, rebaseHunks(pending, accepted), resolution);
}

function hunksOf(view: Pick<ChangeView, 'hunks'>, { base, proposed }: ChangeTexts) {
  const hunks = textHunks(view);
  const all = hunksAt(
    base ?? '',
    proposed ?? '',
    hunks.map(({ hunk }) => hunk),
  );
  const of = (state: string): TextHunk[] =>
    all.filter((_, index) => hunks[index]?.outcome.state === state);
  return { accepted: of('accepted'), pending: of('pending') };
}
