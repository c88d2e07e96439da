import { Check, CircleAlert, Info, type LucideIcon, Minus } from 'lucide-react';
import { type CheckFinding, type CheckVerdict, checkSteps } from '#shared/agentCheck';
import { Icon } from '#window/ui/Icon';
import { VisuallyHidden } from '#window/ui/text/VisuallyHidden';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './FindingList.module.css';

const icons: Readonly<Record<CheckVerdict, LucideIcon>> = {
  ok: Check,
  note: Info,
  problem: CircleAlert,
  skipped: Minus,
};

const words: Readonly<Record<CheckVerdict, string>> = {
  ok: 'Good',
  note: 'Note',
  problem: 'Problem',
  skipped: 'Skipped',
};

/** The result of each step of a check, in one sentence each. */
export function FindingList({ findings }: { readonly findings: readonly CheckFinding[] }) {
  return (
    <ul className={styles.list} aria-label="Results">
      {findings.map(({ step, verdict, message, advice, milliseconds }) => (
        <li key={step} className={styles.finding} data-verdict={verdict}>
          <Icon icon={icons[verdict]} size="small" />
          <span className={styles.step}>
            {checkSteps[step].title}
            <VisuallyHidden>: {words[verdict]}. </VisuallyHidden>
          </span>
          <span className={styles.words}>
            {visibleLine(message)}
            {advice !== null && <span className={styles.advice}>{visibleLine(advice)}</span>}
          </span>
          <span className={styles.time}>{milliseconds !== null && durationText(milliseconds)}</span>
        </li>
      ))}
    </ul>
  );
}

function durationText(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}
