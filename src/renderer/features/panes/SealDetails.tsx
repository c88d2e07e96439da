import type { SealedPlace, SealPolicy } from '#shared/seal';
import { visiblePath } from '#shared/text/visiblePath';
import styles from './SealDetails.module.css';

const groups: readonly { readonly title: string; readonly access: SealedPlace['access'] }[] = [
  { title: 'Can write', access: 'write' },
  { title: 'Can read', access: 'read' },
  { title: 'Empty, in memory', access: 'scratch' },
  { title: 'Hidden', access: 'hidden' },
];

/** Everything that a sealed agent may use, with the reason of each. */
export function SealDetails({ policy }: { readonly policy: SealPolicy }) {
  return (
    <details className={styles.details}>
      <summary>Everything it can use</summary>
      <section className={styles.lists} aria-label="Everything it can use">
        {groups.map(({ title, access }) => (
          <Places
            key={access}
            title={title}
            rows={policy.places
              .filter((place) => place.access === access)
              .map(({ path, why }) => ({ name: visiblePath(path), why }))}
          />
        ))}
        <Places title="Variables that it does not get" rows={policy.withheld} />
      </section>
    </details>
  );
}

interface PlacesProps {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly why: string }[];
}

function Places({ title, rows }: PlacesProps) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>
        {rows.map(({ name, why }) => (
          <li key={name}>
            <code>{name}</code> <span className={styles.why}>{why}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
