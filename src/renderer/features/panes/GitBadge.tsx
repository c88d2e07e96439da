import { GitBranch } from 'lucide-react';
import type { SessionId } from '#shared/ids';
import { useGitGlance } from '#window/state/session/gitGlance';
import { arrows, branchWords, distanceWords } from '#window/state/session/gitWords';
import { Icon } from '#window/ui/Icon';
import { tooltip } from '#window/ui/overlay/tooltip';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './GitBadge.module.css';

/** What the user has checked out in the session's project, and how far it is from its upstream branch. */
export function GitBadge({ sessionId }: { readonly sessionId: SessionId }) {
  const glance = useGitGlance(sessionId);
  if (glance === null) return null;
  const branch = visibleLine(branchWords(glance));
  const text = [`Your project: ${branch}.`, ...distanceWords(glance)].map(visibleLine).join(' ');
  return (
    <span className={styles.badge} role="img" aria-label={text} {...tooltip({ text })}>
      <Icon icon={GitBranch} size="small" />
      <bdi className={styles.name}>{branch}</bdi>
      {glance.upstream && <span>{arrows(glance.upstream)}</span>}
    </span>
  );
}
