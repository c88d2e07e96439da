import { hunksAt } from '#shared/airlock/hunks';
import type { ChangeId, HunkId, SessionId } from '#shared/ids';
import type { ComposeConflict } from '#shared/ipc/compare';
import { fenced } from '#shared/text/markdownText';
import { visiblePath } from '#shared/text/visiblePath';
import { call } from '#window/ipc/client';
import { sessionChanges } from '#window/state/session/sessionChanges';
import { memberName } from '#window/state/session/sessionSets';
import { PROMPT_CONFLICTS, PROMPT_HUNK_CHARACTERS } from './limits';

/** The prompt that names what an agent has to merge by hand, with both versions of it. */
export async function mergePrompt(conflicts: readonly ComposeConflict[]): Promise<string> {
  const parts = [
    'Several agents worked on the same task. Their changes that fit together are in these files already. The changes below conflict with each other. Merge them so that the intent of each is kept where possible, and say which you dropped and why.',
  ];
  for (const { path, picks, start } of conflicts.slice(0, PROMPT_CONFLICTS)) {
    parts.push(`## ${visiblePath(path)}, near line ${start + 1}`);
    const sessionIds = picks.map(({ sessionId }) => sessionId);
    for (const pick of picks) {
      const name = memberName(pick.sessionId, sessionIds);
      parts.push(`${name} changed:\n\n${fenced(await hunkText(pick), 'diff')}`);
    }
  }
  const more = conflicts.length - PROMPT_CONFLICTS;
  if (more > 0) parts.push(`There are ${more} more conflicts, which are not listed here.`);
  return parts.join('\n\n');
}

interface NamedHunk {
  readonly sessionId: SessionId;
  readonly changeId: ChangeId;
  readonly hunkId: HunkId;
}

async function hunkText({ sessionId, changeId, hunkId }: NamedHunk): Promise<string> {
  const view = sessionChanges(sessionId)?.changes.find(
    ({ change }) => change.changeId === changeId,
  );
  const hunk = view?.hunks.find(({ hunk: { id } }) => id === hunkId)?.hunk;
  if (hunk?.type !== 'text') return 'the file as a whole';
  const { base, proposed } = await call('changes.texts', { sessionId, changeId });
  const [text] = hunksAt(base ?? '', proposed ?? '', [hunk]);
  const marked = (mark: string, lines: readonly string[]) =>
    lines.map((line) => `${mark}${line.replace(/\r?\n$/, '')}`);
  const lines = [...marked('-', text?.removed ?? []), ...marked('+', text?.added ?? [])];
  return lines.join('\n').slice(0, PROMPT_HUNK_CHARACTERS);
}
