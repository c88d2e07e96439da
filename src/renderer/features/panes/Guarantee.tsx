import { useEffect, useState } from 'react';
import type { SessionId } from '#shared/ids';
import { isolationWords } from '#shared/seal';
import { worksInCopy } from '#shared/session/isolation';
import type { SessionSummary } from '#shared/session/summary';
import { whyUnavailable } from '#shared/session/words/unavailable';
import { formatBytes } from '#shared/text/formatBytes';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { useSealPolicy, useSealRefusals } from '#window/state/session/sealPolicy';
import { useSessionHead } from '#window/state/session/sessionModels';
import { TextField } from '#window/ui/form/TextField';
import { Popover } from '#window/ui/overlay/Popover';
import { tooltip } from '#window/ui/overlay/tooltip';
import styles from './Guarantee.module.css';
import { NetworkDetails } from './NetworkDetails';
import { SealDetails } from './SealDetails';
import sealStyles from './SealDetails.module.css';
import { SealRefusalList } from './SealRefusalList';

const words = {
  sealed: {
    label: 'Sealed',
    text: isolationWords.sealed,
  },
  isolated: {
    label: 'Isolated',
    text: `${isolationWords.isolated} What it changes there reaches your folder only when you accept it. Changes during a turn to your own files, to git’s own files in your repository and to what is staged are shown in red when the turn ends, whoever made them, and can be restored; ignored files and the rest of the system are not watched.`,
  },
  'in-place': {
    label: 'In place',
    text: 'The agent works in your folder. What it asks Airlock to write waits for your approval; what it writes directly is found afterwards, marked “after the fact”, and can be reverted. Changes that a turn makes to git’s own files, to what is staged, and to ignored files that can run code are shown and can be restored; other ignored files are only counted and listed.',
  },
} as const;

/** The guarantee of a session, in words, with its meaning. */
export function Guarantee({ session }: { readonly session: SessionSummary }) {
  const { label, text: usual } = words[session.isolation];
  const policy = useSealPolicy(session);
  const refused = useSealRefusals(session);
  const [query, setQuery] = useState('');
  const text = policy === null ? usual : policy.words.join(' ');
  const count = refused?.refusals.length ?? 0;
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
          aria-label={label}
          {...tooltip({ text: count === 0 ? text : `${text} ${refusedWords(count)}` })}
        >
          {label}
          {count > 0 && <span className={styles.count}>{count} refused</span>}
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
      {policy && (
        <div className={sealStyles.search}>
          <TextField
            aria-label="Search paths and reasons"
            placeholder="Search paths and reasons"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
      )}
      {refused && <SealRefusalList sessionId={session.id} refused={refused} query={query.trim()} />}
      {policy && <SealDetails sessionId={session.id} policy={policy} query={query.trim()} />}
    </Popover>
  );
}

function refusedWords(count: number): string {
  return count === 1 ? 'It has refused 1 path so far.' : `It has refused ${count} paths so far.`;
}

/** Computed only when shown, because a copy with its carried-over files may be large. */
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
