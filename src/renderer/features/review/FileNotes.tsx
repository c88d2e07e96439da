import { Clock, ShieldAlert, SquareTerminal } from 'lucide-react';
import { type Asked, becomesExecutable } from '#shared/airlock/change';
import type { ChangeView } from '#shared/airlock/changeView';
import type { Risk } from '#shared/airlock/policy';
import type { SessionId } from '#shared/ids';
import { Icon } from '#window/ui/Icon';
import styles from './FileNotes.module.css';
import { HunkCard } from './hunk/HunkCard';
import noteStyles from './hunk/HunkCard.module.css';
import { EXECUTABLE_WORDS } from './model/changeWords';
import { otherHunks } from './model/diff/hunkZones';

interface FileNotesProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
}

/** The notes and decisions about a changed file that do not belong to its lines. */
export function FileNotes({ sessionId, view }: FileNotesProps) {
  const others = otherHunks(view);
  const isPast = view.change.afterTheFact && view.status === 'open';
  // A file that existed before has a card with buttons. A file that replaced a link has none.
  const hasCard = others.some(({ hunk }) => hunk.type === 'mode');
  const arrivesExecutable = !hasCard && becomesExecutable(view.change);
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

/** In red: what this file can do once it is in the user's project. */
function RiskNote({ risk }: { readonly risk: Risk }) {
  if (risk.type === 'ordinary') return null;
  return (
    <p className={noteStyles.risk}>
      <Icon icon={ShieldAlert} />
      <span>
        {risk.type === 'refused' ? 'It cannot be accepted. ' : 'Read every line of it. '}
        {risk.reason}
      </span>
    </p>
  );
}

/** In red: a new file that is executable. */
function ExecutableNote() {
  return (
    <p className={noteStyles.risk}>
      <Icon icon={SquareTerminal} />
      <span>This new file is executable. {EXECUTABLE_WORDS}</span>
    </p>
  );
}

const askedWords: Readonly<Record<Asked | 'never', string>> = {
  never: 'Already in your files: the agent wrote it without asking.',
  'not-shown':
    'Already in your files: the agent asked and you allowed it, but its request did not show this edit.',
  differs:
    'Already in your files: you allowed an edit of this file, but the agent did not write the text that it had shown.',
  'not-awaited': 'Already in your files: the agent asked, but did not wait for your answer.',
};

/** For a change that an agent wrote directly into the user's own files. */
function PastNote({ asked }: { readonly asked?: Asked | undefined }) {
  return (
    <p className={noteStyles.past}>
      <Icon icon={Clock} />
      <span>{askedWords[asked ?? 'never']} Accept keeps it, Reject reverts it.</span>
    </p>
  );
}
