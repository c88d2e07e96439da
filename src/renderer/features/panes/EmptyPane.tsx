import type { IDockviewPanelProps } from 'dockview-react';
import { Plus } from 'lucide-react';
import type { SessionSummary } from '#shared/session/summary';
import { commands, useShortcut } from '#window/commands/commands';
import { usePanes } from '#window/state/layout/panes';
import { goToSession } from '#window/state/layout/reveal';
import { titleOf, useSessions } from '#window/state/session/sessionsStore';
import { useShownStatus } from '#window/state/session/sessionsToReview';
import { AgentMark } from '#window/ui/AgentMark';
import { Button } from '#window/ui/form/Button';
import { StatusDot } from '#window/ui/StatusDot';
import { Kbd } from '#window/ui/text/Kbd';
import styles from './EmptyPane.module.css';

/** The number that fits in the smallest pane. */
const OFFERED = 5;

/** An empty pane, in which the user can start, pick or drop a session. */
export function EmptyPane({ api }: Pick<IDockviewPanelProps, 'api'>) {
  const sessions = useSessions();
  const open = usePanes((panes) => panes.open);
  const newSession = useShortcut('session.new');
  const offered = [...(sessions?.values() ?? [])]
    .filter(({ id, archived }) => !archived && !open.includes(id))
    .toSorted((left, right) => right.updatedAt - left.updatedAt)
    .slice(0, OFFERED);
  const inThisPane = (run: () => void) => () => {
    api.setActive();
    run();
  };
  return (
    <section className={styles.root} aria-label="Empty pane">
      <Button
        icon={Plus}
        trailing={
          newSession && (
            <span className={styles.key}>
              <Kbd shortcut={newSession} />
            </span>
          )
        }
        aria-keyshortcuts={newSession?.aria}
        onClick={inThisPane(() => commands.run('session.new'))}
      >
        New session here
      </Button>
      {offered.length > 0 && (
        <ul className={styles.sessions} aria-label="Recent sessions">
          {offered.map((session) => (
            <li key={session.id}>
              <Offer session={session} onPick={inThisPane(() => goToSession(session.id))} />
            </li>
          ))}
        </ul>
      )}
      <p className={styles.hint}>or drag a session here from the sidebar</p>
    </section>
  );
}

interface OfferProps {
  readonly session: SessionSummary;
  onPick(): void;
}

function Offer({ session, onPick }: OfferProps) {
  return (
    <button type="button" className={styles.session} onClick={onPick}>
      <StatusDot status={useShownStatus(session)} />
      <AgentMark id={session.agent.id} />
      <span className={styles.title}>{titleOf(session)}</span>
    </button>
  );
}
