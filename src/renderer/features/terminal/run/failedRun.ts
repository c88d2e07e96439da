import type { UserTerminal } from '#shared/terminal/terminal';
import { plainOutput } from '#shared/text/plainOutput';
import { sendPrompt } from '#window/actions/sessionActions';
import { reportError } from '#window/diagnostics/reportError';
import { panelStore } from '#window/features/terminal/panelStore';
import { userKey } from '#window/features/terminal/tabs/tabKey';
import { shownTab } from '#window/features/terminal/tabs/tabLayout';
import { terminalList } from '#window/features/terminal/terminalList';
import { call } from '#window/ipc/client';
import { dialogStore } from '#window/state/layout/dialogStore';
import { activeSession } from '#window/state/layout/panes';
import { isRunShown } from '#window/state/shownRuns';
import { showToast } from '#window/ui/overlay/toasts';
import { failureText } from './failureText';
import { hasFailed, lastFailed } from './lastFailed';

/** The run that failed last, if there is an agent to report it to. */
export function lastFailedRun(): UserTerminal | undefined {
  return activeSession() === null ? undefined : lastFailed(terminalList.getState().user);
}

/**
 * Sends the run's command and the end of its output to the run's session, or else the active one.
 */
export async function sendFailure(terminal: UserTerminal): Promise<void> {
  const sessionId = terminal.sessionId ?? activeSession();
  if (sessionId === null) return;
  const { data } = await call('terminals.tail', { terminalId: terminal.id });
  await sendPrompt(sessionId, failureText(terminal, plainOutput(data)));
  showToast({ title: `Sent the output of “${terminal.name}” to the agent` });
}

function isShown(terminal: UserTerminal): boolean {
  const { isOpen, layout } = panelStore.getState();
  return isOpen && shownTab(layout)?.panes.includes(userKey(terminal.id)) === true;
}

/** Reports runs that fail and offers to tell the agent, until the returned function is called. */
export function followFailures(): () => void {
  return terminalList.subscribe(({ user }, previous) => {
    for (const terminal of user) {
      const before = previous.user.find(({ id }) => id === terminal.id);
      if (before?.state.type !== 'running' || !hasFailed(terminal)) continue;
      // The terminal itself offers the same below its output.
      if (isShown(terminal)) continue;
      if (isRunShown(terminal.id)) continue;
      // The comparison runs many checks at once and shows the result of each.
      if (dialogStore.getState().open === 'compare') continue;
      const sessionId = terminal.sessionId ?? activeSession();
      showToast({
        title: `“${terminal.name}” failed`,
        tone: 'danger',
        ...(sessionId && {
          action: {
            label: 'Send to agent',
            run: () => void sendFailure(terminal).catch(reportError),
          },
        }),
      });
    }
  });
}
