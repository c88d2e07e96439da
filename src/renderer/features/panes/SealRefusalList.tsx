import type { SessionId } from '#shared/ids';
import type { SealRefusal, SealRefusals, SealScope } from '#shared/seal';
import { visiblePath, visibleWords } from '#shared/text/visiblePath';
import { allowPath } from '#window/actions/sealActions';
import { reportError } from '#window/diagnostics/reportError';
import { Button } from '#window/ui/form/Button';
import styles from './SealDetails.module.css';

interface SealRefusalListProps {
  readonly sessionId: SessionId;
  readonly refused: SealRefusals;
  /** Only refusals that contain this text are listed. */
  readonly query: string;
}

const sources: Readonly<Record<SealRefusal['source'], string>> = {
  request: 'requested from Airlock',
  agent: 'according to the agent’s output',
  command: 'according to the output of a command',
  tool: 'according to the output of a tool',
};

/** What the seal has refused so far, each with a way to allow it. */
export function SealRefusalList({ sessionId, refused, query }: SealRefusalListProps) {
  const { refusals, isComplete } = refused;
  const found = refusals.filter(({ path, words }) => `${path} ${words}`.includes(query));
  return (
    <section className={styles.details} aria-label="Refused so far">
      <h3 className={styles.title}>
        {refusals.length === 0 ? 'Nothing refused so far' : 'Refused so far'}
      </h3>
      <ul className={styles.list}>
        {found.map((refusal) => (
          <RefusalItem
            key={`${refusal.access} ${refusal.path}`}
            sessionId={sessionId}
            refusal={refusal}
          />
        ))}
      </ul>
      {!isComplete && <p className={styles.why}>There were more than are listed.</p>}
    </section>
  );
}

interface RefusalItemProps {
  readonly sessionId: SessionId;
  readonly refusal: SealRefusal;
}

function RefusalItem({ sessionId, refusal }: RefusalItemProps) {
  const { path, access, source, words, grant, closed } = refusal;
  return (
    <li>
      <code>{visiblePath(path)}</code>{' '}
      <span className={styles.why}>
        {access === 'write' ? 'writing' : 'reading'}, {sources[source]}
      </span>
      {source !== 'request' && <p className={styles.words}>{visibleWords(words)}</p>}
      {closed === null ? (
        <p className={styles.allow}>
          {grant !== path && <code>{visiblePath(grant)}</code>}
          {(['session', 'project'] as const).map((scope) => (
            <AllowButton key={scope} sessionId={sessionId} refusal={refusal} scope={scope} />
          ))}
        </p>
      ) : (
        <p className={styles.why}>{visibleWords(closed)}</p>
      )}
    </li>
  );
}

function AllowButton({
  sessionId,
  refusal,
  scope,
}: RefusalItemProps & { readonly scope: SealScope }) {
  const verb = refusal.access === 'write' ? 'writing' : 'reading';
  return (
    <Button
      size="small"
      aria-label={`Allow ${verb} ${visiblePath(refusal.grant)} in this ${scope}`}
      onClick={() => void allowPath(sessionId, refusal, scope).catch(reportError)}
    >
      Allow {verb} in this {scope}
    </Button>
  );
}
