import { TriangleAlert } from 'lucide-react';
import { areExclusive } from '#shared/airlock/compare/collisions';
import type { SessionId } from '#shared/ids';
import { visibleWords } from '#shared/text/visiblePath';
import { useCollisions } from '#window/state/session/collisions';
import { collisionWords } from '#window/state/session/collisionWords';
import { compareSessions } from '#window/state/session/comparedSessions';
import { memberNames } from '#window/state/session/memberNames';
import { titleOf, useSessions } from '#window/state/session/sessionsStore';
import { Button } from '#window/ui/form/Button';
import { Icon } from '#window/ui/Icon';
import { showToast } from '#window/ui/overlay/toasts';
import styles from './CollisionsBar.module.css';
import { collisionPrompt } from './collisionPrompt';

interface CollisionsBarProps {
  readonly sessionId: SessionId;
  /** Puts a text into the prompt of a session, where the user reads and sends it. */
  onDraft(sessionId: SessionId, text: string): void;
}

/** Says that other sessions make changes that conflict with these. Empty if there are none. */
export function CollisionsBar({ sessionId, onDraft }: CollisionsBarProps) {
  const sessions = useSessions();
  const collisions = useCollisions(sessionId).filter(areExclusive);
  const [first] = collisions;
  if (first === undefined) return null;
  const others = [...new Set(collisions.map(({ other }) => other))];
  const told = memberNames([sessionId, ...others].flatMap((id) => sessions?.get(id) ?? []));
  const own = sessions?.get(sessionId);
  const names = others.map((id) => {
    const session = sessions?.get(id);
    if (session === undefined) return 'another session';
    const title = titleOf(session);
    // Sessions of one prompt have the same title, so the agent's name tells them apart.
    return own && title === titleOf(own) ? `${told.get(id)}` : `${told.get(id)} (${title})`;
  });
  return (
    <fieldset className={styles.bar} aria-label="Collisions">
      <span className={styles.icon}>
        <Icon icon={TriangleAlert} size="small" />
      </span>
      <span className={styles.words} title={names.join(', ')}>
        {collisionWords(collisions, names)}
      </span>
      <span className={styles.tell}>
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            for (const id of [sessionId, ...others]) {
              const peers = [sessionId, ...others].filter((one) => one !== id);
              const named = peers.map((one) =>
                visibleWords(sessions?.get(one)?.agent.name ?? 'another agent'),
              );
              onDraft(id, collisionPrompt(collisions, named));
            }
            const count = others.length + 1;
            showToast({
              title: `Drafted a prompt for ${count === 2 ? 'both' : `all ${count}`} agents`,
              description: 'Nothing has been sent: read the draft in each session first.',
            });
          }}
        >
          {others.length === 1 ? 'Tell both agents' : 'Tell all agents'}
        </Button>
      </span>
      <Button
        size="small"
        onClick={() =>
          compareSessions([sessionId, ...others], { path: first.path, against: first.other })
        }
        aria-label="Compare colliding changes"
      >
        Compare
      </Button>
    </fieldset>
  );
}
