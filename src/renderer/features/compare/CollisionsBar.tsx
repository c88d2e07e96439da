import { TriangleAlert } from 'lucide-react';
import type { Collision } from '#shared/airlock/compare/collisions';
import type { SessionId } from '#shared/ids';
import { counted } from '#shared/text/counted';
import { visiblePath } from '#shared/text/visiblePath';
import { useCollisions } from '#window/state/session/collisions';
import { compareSessions } from '#window/state/session/comparedSessions';
import { titleOf, useSessions } from '#window/state/session/sessionsStore';
import { Button } from '#window/ui/form/Button';
import { Icon } from '#window/ui/Icon';
import styles from './CollisionsBar.module.css';

/** Says that other sessions change the same lines. Empty while none does. */
export function CollisionsBar({ sessionId }: { readonly sessionId: SessionId }) {
  const sessions = useSessions();
  const collisions = useCollisions(sessionId).filter(({ level }) => level === 'lines');
  const [first] = collisions;
  if (first === undefined) return null;
  const others = [...new Set(collisions.map(({ other }) => other))];
  const names = others.map((id) => {
    const session = sessions?.get(id);
    return session ? `${session.agent.name} (${titleOf(session)})` : 'another session';
  });
  return (
    <fieldset className={styles.bar} aria-label="Collisions">
      <span className={styles.icon}>
        <Icon icon={TriangleAlert} size="small" />
      </span>
      <span className={styles.words} title={names.join(', ')}>
        {wordsOf(collisions, first, names)}
      </span>
      <Button
        size="small"
        onClick={() => compareSessions([sessionId, ...others], first.path)}
        aria-label="Compare colliding changes"
      >
        Compare
      </Button>
    </fieldset>
  );
}

function wordsOf(
  collisions: readonly Collision[],
  first: Collision,
  names: readonly string[],
): string {
  const paths = new Set(collisions.map(({ path }) => path));
  const where = paths.size === 1 ? visiblePath(first.path) : counted(paths.size, 'file');
  const [name = ''] = names;
  const who = names.length === 1 ? name : `${names.length} other sessions`;
  return names.length === 1
    ? `${who} changes the same lines of ${where}`
    : `${who} change the same lines of ${where}`;
}
