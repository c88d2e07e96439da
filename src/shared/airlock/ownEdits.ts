import { pushAll } from '#shared/pushAll';
import { diffLines, type LineEdit } from './diff/diffLines';
import { splitLines } from './diff/lines';
import { joinWhole, mergeHunks } from './diff/merge';
import { computeHunks } from './hunks';

/**
 * The base with what the user did to `seen`, and without what the agent had done to it before:
 * `seen` is the base with the agent's undecided work, `now` is `seen` with the user's. Every line
 * that the user wrote is in the result, so that no verdict on the agent's work can take it out.
 */
export function withOwnEdits(base: string, seen: string, now: string): string {
  const merge = mergeHunks(seen, base, computeHunks(seen, now));
  const isApart = merge.hunks.every(({ outcome }) => outcome !== 'conflict');
  if (isApart) return merge.text;
  // An ending added to the last line is not an edit of that line.
  const [was, is, then] = [base, seen, now].map((text) => splitLines(complete(text)));
  const text = interleave(was ?? [], is ?? [], then ?? []);
  return now === complete(now) ? text : text.replace(/\r?\n$/, '');
}

function complete(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Line by line, where both changed the same lines or neighbours. */
function interleave(
  base: readonly string[],
  seen: readonly string[],
  now: readonly string[],
): string {
  const byAgent = diffLines(base, seen);
  const byUser = diffLines(seen, now);
  const result: string[] = [];
  for (let line = 0; line <= seen.length; line++) {
    for (const edit of byAgent.filter(({ otherStart }) => otherStart === line)) {
      if (!isOverwritten(edit, byUser)) pushAll(result, base.slice(edit.baseStart, edit.baseEnd));
    }
    for (const edit of byUser.filter(({ baseStart }) => baseStart === line)) {
      pushAll(result, now.slice(edit.otherStart, edit.otherEnd));
    }
    const isAgents = byAgent.some((edit) => edit.otherStart <= line && line < edit.otherEnd);
    const isRemoved = byUser.some((edit) => edit.baseStart <= line && line < edit.baseEnd);
    if (line < seen.length && !isAgents && !isRemoved) result.push(seen[line] ?? '');
  }
  return joinWhole(result);
}

/**
 * If none of the agent's lines are left and the user's lines replaced them, the old lines are also
 * removed.
 */
function isOverwritten({ otherStart, otherEnd }: LineEdit, byUser: readonly LineEdit[]): boolean {
  if (otherStart === otherEnd) return false;
  return byUser.some(
    (edit) =>
      edit.baseStart <= otherStart && otherEnd <= edit.baseEnd && edit.otherStart < edit.otherEnd,
  );
}
