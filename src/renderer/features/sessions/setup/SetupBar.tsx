import type { SessionId } from '#shared/ids';
import { reportError } from '../../../diagnostics/reportError';
import { call } from '../../../ipc/client';
import { useSessionHead } from '../../../state/sessionModels';
import { showTerminal } from '../../../state/terminalToShow';
import { Button } from '../../../ui/Button';
import { Spinner } from '../../../ui/Spinner';
import { VisibleText } from '../../../ui/VisibleText';
import styles from './Setup.module.css';

/** While the project is set up for a session: what its prompts wait for, and how not to wait. */
export function SetupBar({ sessionId }: { readonly sessionId: SessionId }) {
  const setup = useSessionHead(sessionId)?.setup ?? null;
  if (setup === null) return null;
  const skip = () =>
    void call('sessions.command', { sessionId, command: { type: 'setup.skip' } }).catch(
      reportError,
    );
  return (
    <section className={styles.bar} aria-label="Set-up">
      <Spinner size="small" />
      <span className={styles.barWords}>
        Setting up: <VisibleText text={setup.command} />
      </span>
      <Button
        size="small"
        variant="ghost"
        onClick={() => void show(sessionId, setup.command).catch(reportError)}
      >
        Show terminal
      </Button>
      <Button size="small" onClick={skip}>
        Don’t wait
      </Button>
    </section>
  );
}

async function show(sessionId: SessionId, command: string): Promise<void> {
  const { user } = await call('terminals.list', null);
  const terminal = user.find((one) => one.sessionId === sessionId && one.command === command);
  if (terminal) showTerminal(terminal);
}
