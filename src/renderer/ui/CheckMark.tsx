import { Ban, CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { CheckRun, CheckStanding } from '#shared/checks/check';
import { counted, formatNumber } from '#shared/text/counted';
import styles from './CheckMark.module.css';
import { Icon } from './Icon';
import { Spinner } from './Spinner';
import { formatDuration } from './text/duration';
import { visibleLine } from './text/visibleText';

interface CheckMarkProps {
  readonly name: string;
  readonly standing: CheckStanding;
  readonly isRunning: boolean;
}

const icons = { passed: CircleCheck, failed: CircleX, cancelled: Ban, 'not-run': Ban } as const;

/** What one check says, in a few words. */
export function CheckMark({ name, standing, isRunning }: CheckMarkProps) {
  const run = standing.type === 'unknown' ? null : standing.run;
  const tone = isRunning ? 'running' : standing.type === 'current' ? run?.outcome : 'unknown';
  return (
    <span className={styles.mark} data-tone={tone}>
      {isRunning ? (
        <Spinner size="small" />
      ) : (
        <Icon
          icon={standing.type === 'current' && run ? icons[run.outcome] : CircleDashed}
          size="small"
        />
      )}
      <span className={styles.name}>{visibleLine(name)}</span>
      <span className={styles.words}>{checkWords(standing, isRunning)}</span>
    </span>
  );
}

/** The same without the name. */
export function checkWords(standing: CheckStanding, isRunning: boolean): string {
  if (isRunning) return 'running';
  if (standing.type === 'unknown') return 'not run';
  const words = runWords(standing.run);
  return standing.type === 'current' ? words : `${words}, before the last changes`;
}

function runWords({ outcome, milliseconds, report }: CheckRun): string {
  const time = formatDuration(milliseconds);
  switch (outcome) {
    case 'passed':
      return report?.passed ? `${formatNumber(report.passed)} passed, ${time}` : `passed, ${time}`;
    case 'failed':
      if (!report || report.failed === 0) return `failed, ${time}`;
      return report.passed === null
        ? `${counted(report.failed, 'error')}, ${time}`
        : `${formatNumber(report.failed)} failed, ${time}`;
    case 'cancelled':
      return 'cancelled';
    case 'not-run':
      return 'could not run';
  }
}
