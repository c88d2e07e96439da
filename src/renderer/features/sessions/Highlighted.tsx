import type { MatchedText } from '#shared/text/matchedText';
import styles from './SearchHits.module.css';

/** Text with the parts marked that were looked for. */
export function Highlighted({ text, matches }: MatchedText) {
  return (
    <>
      {matches.map(([start, end], index) => (
        <span key={start}>
          {text.slice(matches[index - 1]?.[1] ?? 0, start)}
          <mark className={styles.match}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(matches.at(-1)?.[1] ?? 0)}
    </>
  );
}
