import type { SessionId } from '#shared/ids';
import type { UserTerminal } from '#shared/terminal/terminal';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { showTerminal } from '#window/state/layout/terminalToShow';
import { useSessionHead } from '#window/state/session/sessionModels';
import { Button } from '#window/ui/form/Button';
import { Spinner } from '#window/ui/Spinner';
import { VisibleText } from '#window/ui/text/VisibleText';
import styles from './Setup.module.css';

/**
 * Shown while the project is being set up for a session: its prompts wait, and the user may skip
 * that.
 */
export function SetupBar({ sessionId }: { readonly sessionId: SessionId }) {
  const setup = useSessionHead(sessionId)?.setup ?? null;
  return setup && <RunningSetup sessionId={sessionId} command={setup.command} />;
}

interface RunningSetupProps {
  readonly sessionId: SessionId;
  readonly command: string;
}

export function RunningSetup({ sessionId, command }: RunningSetupProps) {
  const skip = () =>
    void call('sessions.command', { sessionId, command: { type: 'setup.skip' } }).catch(
      reportError,
    );
  return (
    <section className={styles.bar} aria-label="Setup">
      <Spinner size="small" />
      <span className={styles.barWords}>
        Setting up: <VisibleText text={command} />
      </span>
      <Button
        size="small"
        variant="ghost"
        onClick={() => void show(sessionId, command).catch(reportError)}
      >
        Show terminal
      </Button>
      <Button
        size="small"
        variant="ghost"
        onClick={() => void stop(sessionId, command, skip).catch(reportError)}
      >
        Stop
      </Button>
      <Button size="small" onClick={skip}>
        Don’t wait
      </Button>
    </section>
  );
}

async function show(sessionId: SessionId, command: string): Promise<void> {
  const terminal = await terminalOf(sessionId, command);
  if (terminal) showTerminal(terminal);
}

/**
 * Ends the setup's terminal, after which prompts continue. If the terminal is not open yet, skips
 * the setup.
 */
async function stop(sessionId: SessionId, command: string, skip: () => void): Promise<void> {
  const terminal = await terminalOf(sessionId, command);
  if (terminal) await call('terminals.close', { terminalId: terminal.id });
  else skip();
}

async function terminalOf(
  sessionId: SessionId,
  command: string,
): Promise<UserTerminal | undefined> {
  const { user } = await call('terminals.list', null);
  return user.find((one) => one.sessionId === sessionId && one.command === command);
}
