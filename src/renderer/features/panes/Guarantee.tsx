import { useEffect, useState } from 'react';
import type { SessionId } from '#shared/ids';
import { isolationWords } from '#shared/seal';
import { worksInCopy } from '#shared/session/isolation';
import type { SessionSummary } from '#shared/session/summary';
import { whyUnavailable } from '#shared/session/unavailable';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { useSealPolicy } from '#window/state/session/sealPolicy';
import { useSessionHead } from '#window/state/session/sessionModels';
import { Popover } from '#window/ui/overlay/Popover';
import { tooltip } from '#window/ui/overlay/tooltip';
import { formatBytes } from '#window/ui/text/formatBytes';
import styles from './Guarantee.module.css';
import { NetworkDetails } from './NetworkDetails';
import { SealDetails } from './SealDetails';

const words = {
  sealed: {
    label: 'Sealed',
    text: isolationWords.sealed,
  },
  isolated: {
    label: 'Isolated',
    text: `${isolationWords.isolated} Nothing it changes there reaches your folder until you accept it. Changes that a turn makes to git’s own files in your repository, to files that its settings name, and to what is staged are shown and can be restored; nothing else outside the copy is watched.`,
  },
  'in-place': {
    label: 'In place',
    text: 'The agent works in your folder. What it asks Airlock to write waits for your approval; what it writes directly is found afterwards, marked “after the fact”, and can be reverted. Changes that a turn makes to git’s own files, to what is staged, and to ignored files that can run code are shown and can be restored; other ignored files are only counted and listed.',
  },
} as const;

/** Which of the promises holds for a session, in words, and what it means. */
export function Guarantee({ session }: { readonly session: SessionSummary }) {
  const { label, text: usual } = words[session.isolation];
  const policy = useSealPolicy(session);
  const text = policy === null ? usual : policy.words.join(' ');
  const details = useSessionHead(session.id)?.details ?? null;
  const whyNotHeld = whyUnavailable(details, 'fileWrites');
  return (
    <Popover
      title={label}
      trigger={
        <button
          type="button"
          className={styles.badge}
          data-isolation={session.isolation}
          {...tooltip({ text })}
        >
          {label}
        </button>
      }
    >
      <p className={styles.text}>{text}</p>
      {session.isolation === 'in-place' && whyNotHeld !== null && (
        <p className={styles.text}>{whyNotHeld}</p>
      )}
      <dl className={styles.places}>
        <dt>Project</dt>
        <dd>{visiblePath(session.project)}</dd>
        {session.cwd !== session.project && (
          <>
            <dt>Works in</dt>
            <dd>{visiblePath(session.cwd)}</dd>
          </>
        )}
        {worksInCopy(session.isolation) && <SizeOnDisk sessionId={session.id} />}
      </dl>
      {policy && <NetworkDetails sessionId={session.id} network={policy.network} />}
      {policy && <SealDetails policy={policy} />}
    </Popover>
  );
}

/** Counted when somebody looks: a copy with all that was carried over has many files. */
function SizeOnDisk({ sessionId }: { readonly sessionId: SessionId }) {
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => {
    let isCurrent = true;
    call('changes.size', { sessionId }).then(
      (size) => isCurrent && setBytes(size.bytes),
      reportError,
    );
    return () => {
      isCurrent = false;
    };
  }, [sessionId]);
  return (
    <>
      <dt>On disk</dt>
      <dd>
        {bytes === null ? 'counting…' : `${formatBytes(bytes)}, freed when the session is deleted`}
      </dd>
    </>
  );
}
