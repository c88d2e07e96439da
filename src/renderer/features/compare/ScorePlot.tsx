import { formatNumber } from '#shared/text/counted';
import { VisuallyHidden } from '#window/ui/text/VisuallyHidden';
import styles from './ScorePlot.module.css';
import type { ScorePeriod } from './scoreTable';

const parts = [
  ['accepted', 'Accepted'],
  ['rejected', 'Rejected'],
  ['open', 'Undecided'],
] as const;

/** The results of changes over time, as stacked bars; as a table for screen readers. */
export function ScorePlot({ periods }: { readonly periods: readonly ScorePeriod[] }) {
  const most = Math.max(
    1,
    ...periods.map(({ accepted, rejected, open }) => accepted + rejected + open),
  );
  const [first] = periods;
  return (
    <figure className={styles.plot}>
      <figcaption className={styles.caption}>
        <span>Changes by when their session began</span>
        {parts.map(([part, name]) => (
          <span key={part} className={styles.key}>
            <span className={styles[part]} aria-hidden="true" />
            {name}
          </span>
        ))}
      </figcaption>
      <div className={styles.bars} aria-hidden="true">
        <span className={styles.most}>{formatNumber(most)}</span>
        {periods.map((period) => (
          <div key={period.from} className={styles.bar} title={wordsOf(period)}>
            {parts.map(([part]) => (
              <span
                key={part}
                className={styles[part]}
                style={{ height: `${(100 * period[part]) / most}%` }}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={styles.axis} aria-hidden="true">
        <span>{first && day(first.from)}</span>
        <span>today</span>
      </p>
      <VisuallyHidden>
        <table aria-label="Changes over time">
          <thead>
            <tr>
              <th scope="col">From</th>
              {parts.map(([part, name]) => (
                <th key={part} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {periods.map((period) => (
              <tr key={period.from}>
                <th scope="row">{day(period.from)}</th>
                {parts.map(([part]) => (
                  <td key={part}>{formatNumber(period[part])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}

function wordsOf(period: ScorePeriod): string {
  const counts = parts.map(([part, name]) => `${formatNumber(period[part])} ${name.toLowerCase()}`);
  return `From ${day(period.from)}: ${counts.join(', ')}`;
}

function day(at: number): string {
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}
