import type { ChangeVerdict } from '#shared/airlock/verdict';
import type { SessionId } from '#shared/ids';
import type { ChecksState } from '#shared/ipc/checks';
import { call } from '#window/ipc/client';
import { sessionSummary } from '#window/state/session/sessionsStore';
import { settingsStore } from '#window/state/settingsStore';
import { checkWords } from '#window/ui/CheckMark';
import { visibleLine } from '#window/ui/text/visibleText';
import { acceptedHunks } from './chosenHunks';

/**
 * Why these verdicts need the user's confirmation first; null if they do not. Known at once if the
 * project has no such setting.
 */
export function whyNotGreen(
  sessionId: SessionId,
  verdicts: readonly ChangeVerdict[],
): Promise<string | null> | null {
  const project = sessionSummary(sessionId)?.project ?? '';
  const isWanted = settingsStore.getState().settings.projects[project]?.acceptOnlyWhenGreen;
  const accepts = verdicts.some(({ hunks }) => hunks.some(({ verdict }) => verdict === 'accept'));
  return isWanted && accepts ? askChecks(sessionId, verdicts) : null;
}

async function askChecks(
  sessionId: SessionId,
  verdicts: readonly ChangeVerdict[],
): Promise<string | null> {
  const hunks = acceptedHunks(verdicts);
  if (hunks === null) return 'Checks run on whole hunks, not on single lines.';
  const state = await call('checks.state', { sessionId, hunks });
  if (!state.isRequired || state.isGreen) return null;
  if (state.fault !== null) return `The checks in .airlock.json cannot be read. ${state.fault}`;
  return state.problem ?? checksWords(state);
}

function checksWords({ checks }: ChecksState): string {
  return checks
    .map(({ name, standing }) => `${visibleLine(name)}: ${checkWords(standing, null)}.`)
    .join(' ');
}
