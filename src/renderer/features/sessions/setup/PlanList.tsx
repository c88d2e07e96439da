import type { ProjectSetup } from '#shared/project/projectSetup';
import { VisibleText } from '#window/ui/text/VisibleText';
import { planLines } from './planWords';
import styles from './Setup.module.css';

/** Everything that a project's file carries over, runs and offers. */
export function PlanList({ setup }: { readonly setup: Extract<ProjectSetup, { type: 'found' }> }) {
  const lines = planLines(setup);
  if (lines.length === 0) return <p className={styles.note}>It does nothing.</p>;
  return (
    <dl className={styles.plan}>
      {lines.map(({ label, note, texts, more }) => (
        <div key={label} className={styles.line}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.values}>
            {texts.map((text) => (
              <code key={text} className={styles.code}>
                <VisibleText text={text} />
              </code>
            ))}
            {more > 0 && <span className={styles.note}>and {more} more</span>}
            {note !== null && <span className={styles.note}>{note}</span>}
          </dd>
        </div>
      ))}
      {setup.isIncomplete && (
        <p className={styles.note}>There are too many files: not all are listed.</p>
      )}
    </dl>
  );
}
