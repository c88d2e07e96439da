import { useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { SealedPlace, SealPolicy } from '#shared/seal';
import { visiblePath } from '#shared/text/visiblePath';
import { takeBackPath } from '#window/actions/sealActions';
import { reportError } from '#window/diagnostics/reportError';
import { Button } from '#window/ui/form/Button';
import styles from './SealDetails.module.css';

const groups: readonly { readonly title: string; readonly access: SealedPlace['access'] }[] = [
  { title: 'Can write', access: 'write' },
  { title: 'Can read', access: 'read' },
  { title: 'Empty, in memory', access: 'scratch' },
  { title: 'Hidden', access: 'hidden' },
];

interface SealDetailsProps {
  readonly sessionId: SessionId;
  readonly policy: SealPolicy;
  /** Only entries that contain this text are listed. */
  readonly query: string;
}

/** Everything that a sealed agent may use, with the reason for each. */
export function SealDetails({ sessionId, policy, query }: SealDetailsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isWanted = ({ name, why }: Row) => `${name} ${why}`.includes(query);
  return (
    <details
      className={styles.details}
      open={isOpen || query !== ''}
      onToggle={(event) => query === '' && setIsOpen(event.currentTarget.open)}
    >
      <summary>Everything it can use</summary>
      <section className={styles.lists} aria-label="Everything it can use">
        {groups.map(({ title, access }) => (
          <Places
            key={access}
            title={title}
            rows={policy.places
              .filter((place) => place.access === access)
              .map(({ path, why, allowed }) => ({
                name: visiblePath(path),
                why,
                ...(allowed && { takeBack: () => takeBackPath(sessionId, path, allowed) }),
              }))
              .filter(isWanted)}
          />
        ))}
        <Places title="Variables not passed on" rows={policy.withheld.filter(isWanted)} />
      </section>
    </details>
  );
}

interface Row {
  readonly name: string;
  readonly why: string;
  /** Present for what the user allowed. */
  takeBack?(): Promise<void>;
}

interface PlacesProps {
  readonly title: string;
  readonly rows: readonly Row[];
}

function Places({ title, rows }: PlacesProps) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>
        {rows.map(({ name, why, takeBack }) => (
          <li key={name}>
            <code>{name}</code> <span className={styles.why}>{why}</span>
            {takeBack && (
              <Button
                size="small"
                variant="ghost"
                aria-label={`Revoke ${name}`}
                onClick={() => void takeBack().catch(reportError)}
              >
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
