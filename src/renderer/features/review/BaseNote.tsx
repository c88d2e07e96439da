import type { SessionId } from '#shared/ids';
import { baseName } from '#shared/project/copyBase';
import { useGitGlance } from '#window/state/session/gitGlance';
import { branchWords } from '#window/state/session/gitWords';
import { useSession } from '#window/state/session/sessionsStore';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './Notices.module.css';

/** Says where the copy began and where accepted changes go, if these are not the same. */
export function BaseNote({ sessionId }: { readonly sessionId: SessionId }) {
  const base = useSession(sessionId)?.base ?? null;
  const glance = useGitGlance(sessionId);
  if (base === null) return null;
  const from = visibleLine(baseName(base));
  const branch = glance && visibleLine(branchWords(glance));
  if (branch === from) return null;
  return (
    <p className={styles.note}>
      Compared with <strong>{from}</strong>, where the copy began. Accepted changes are merged into
      your own files{branch === null ? '' : ', on '}
      {branch !== null && <strong>{branch}</strong>}.
    </p>
  );
}
