import type { SessionId } from '#shared/ids';
import type { ChangeNotice } from '#shared/ipc/changes';
import { baseName } from '#shared/project/copyBase';
import { formatNumber } from '#shared/text/counted';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { useGitGlance } from '#window/state/session/gitGlance';
import { branchWords } from '#window/state/session/gitWords';
import { useSession } from '#window/state/session/sessionsStore';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './Notices.module.css';

/** `note-lost` is not a path of the project, and has a banner of its own. */
type NamedReason = Exclude<ChangeNotice['reason'], 'note-lost'>;

const words: Readonly<Record<NamedReason, string>> = {
  'too-large': 'is too large to watch',
  'too-much': 'is not watched: more than 1 GB of large files was written at once',
  'too-many': 'is a new folder with too many files to watch',
  'nested-repository': 'is a separate repository and is not watched',
  unreadable: 'cannot be read',
  unsettled: 'is being written constantly: the version shown may be older',
  'changed-unseen': 'was changed during the turn; its earlier content was not kept',
  'not-kept': 'cannot be compared: the version that Airlock saved is missing or damaged',
  'git-name':
    'has a name that some systems treat as git’s own, and is not watched as part of the tree',
  unnameable: 'has a name that cannot be represented',
  unclear:
    'counts as yours, but may be the agent’s: Airlock ended while it was written, or cannot read a version of it',
  'not-carried': 'was not carried over to the agent',
};

/** Shown for the empty path. */
const ROOT = 'The agent’s folder itself';

/**
 * Paths whose changes the airlock cannot show. They are listed, because nobody would see the
 * changes.
 */
export function Notices({
  sessionId,
  notices,
}: {
  readonly sessionId: SessionId;
  readonly notices: readonly ChangeNotice[];
}) {
  const lost = notices.find(({ reason }) => reason === 'note-lost');
  return (
    <>
      {lost !== undefined && <LostNote path={lost.path} />}
      <NamedPaths sessionId={sessionId} notices={notices.filter(isNamed)} />
    </>
  );
}

interface NamedNotice extends ChangeNotice {
  readonly reason: NamedReason;
}

function isNamed(notice: ChangeNotice): notice is NamedNotice {
  return notice.reason !== 'note-lost';
}

function LostNote({ path }: { readonly path: string }) {
  return (
    <Banner tone="danger" shape="strip">
      <strong>Some changes of the last turn may be missing here.</strong> Airlock cannot read its
      record of files that it keeps no version of, such as very large ones: {visiblePath(path)}.
      Check those files yourself. The next turn makes a new record, and this one is kept beside it.
    </Banner>
  );
}

function NamedPaths({
  sessionId,
  notices,
}: {
  readonly sessionId: SessionId;
  readonly notices: readonly NamedNotice[];
}) {
  if (notices.length === 0) return null;
  const count = notices.length === 1 ? '1 path is' : `${formatNumber(notices.length)} paths are`;
  return (
    <details className={styles.notices}>
      <summary>{count} not part of this review</summary>
      <ul>
        {notices.map(({ path, reason }) => (
          <li key={`${path} ${reason}`}>
            <span className={styles.path}>{visiblePath(path) || ROOT}</span> {words[reason]}
          </li>
        ))}
      </ul>
      {notices.some(({ reason }) => reason === 'unclear') && (
        <p className={styles.unclear}>
          Files that the agent may have written are listed here until you say that they are yours.
          <Button
            size="small"
            onClick={() => void call('changes.settleUnclear', { sessionId }).catch(reportError)}
          >
            Keep as mine
          </Button>
        </p>
      )}
    </details>
  );
}

/** Says where the copy began and where accepted changes go, if these differ. */
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
