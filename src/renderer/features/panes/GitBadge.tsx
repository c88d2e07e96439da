import { ArrowRight, GitBranch } from 'lucide-react';
import type { SessionId } from '#shared/ids';
import { baseName } from '#shared/project/copyBase';
import { useGitGlance } from '#window/state/session/gitGlance';
import { arrows, branchWords, distanceWords } from '#window/state/session/gitWords';
import { useSession } from '#window/state/session/sessionsStore';
import { Icon } from '#window/ui/Icon';
import { tooltip } from '#window/ui/overlay/tooltip';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './GitBadge.module.css';

/**
 * The branch that the user has checked out in the project, and its distance from its upstream
 * branch.
 */
export function GitBadge({ sessionId }: { readonly sessionId: SessionId }) {
  const glance = useGitGlance(sessionId);
  const base = useSession(sessionId)?.base ?? null;
  if (glance === null) return null;
  const branch = visibleLine(branchWords(glance));
  const from = base === null ? [] : [`The copy was made from ${baseName(base)}.`];
  const text = [`Your project: ${branch}.`, ...distanceWords(glance), ...from]
    .map(visibleLine)
    .join(' ');
  return (
    <span className={styles.badge} role="img" aria-label={text} {...tooltip({ text })}>
      <Icon icon={GitBranch} size="small" />
      {base !== null && (
        <>
          <bdi className={styles.name}>{visibleLine(baseName(base))}</bdi>
          <Icon icon={ArrowRight} size="small" />
        </>
      )}
      <bdi className={styles.name}>{branch}</bdi>
      {glance.upstream && <span>{arrows(glance.upstream)}</span>}
    </span>
  );
}
