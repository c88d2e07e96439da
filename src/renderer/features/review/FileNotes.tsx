import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import styles from './FileNotes.module.css';
import { HunkCard } from './hunk/HunkCard';
import { PastNote } from './hunk/PastNote';
import { RiskNote } from './hunk/RiskNote';
import { otherHunks } from './model/hunkZones';

interface FileNotesProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
}

/** What is to be known of a changed file, and decided about it, besides its lines. */
export function FileNotes({ sessionId, view }: FileNotesProps) {
  const others = otherHunks(view);
  const isPast = view.change.afterTheFact && view.status === 'open';
  if (others.length === 0 && !isPast && view.risk.type === 'ordinary') return null;
  return (
    <div className={styles.notes}>
      <RiskNote risk={view.risk} />
      {isPast && <PastNote />}
      {others.map((hunk) => (
        <HunkCard key={hunk.hunk.id} sessionId={sessionId} view={view} hunk={hunk} />
      ))}
    </div>
  );
}
