import { becomesExecutable } from '#shared/airlock/change';
import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import styles from './FileNotes.module.css';
import { ExecutableNote } from './hunk/ExecutableNote';
import { HunkCard } from './hunk/HunkCard';
import { PastNote } from './hunk/PastNote';
import { RiskNote } from './hunk/RiskNote';
import { otherHunks } from './model/diff/hunkZones';

interface FileNotesProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
}

/** The notes and decisions about a changed file, besides its lines. */
export function FileNotes({ sessionId, view }: FileNotesProps) {
  const others = otherHunks(view);
  const isPast = view.change.afterTheFact && view.status === 'open';
  // A file that was there before has a card for it, with its own buttons.
  const arrivesExecutable = view.change.base === null && becomesExecutable(view.change);
  const isPlain = !isPast && !arrivesExecutable && view.risk.type === 'ordinary';
  if (others.length === 0 && isPlain) return null;
  return (
    <div className={styles.notes}>
      <RiskNote risk={view.risk} />
      {arrivesExecutable && <ExecutableNote />}
      {isPast && <PastNote asked={view.change.asked} />}
      {others.map((hunk) => (
        <HunkCard key={hunk.hunk.id} sessionId={sessionId} view={view} hunk={hunk} />
      ))}
    </div>
  );
}
