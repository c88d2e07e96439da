import { Ban, CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { CheckRun, CheckStanding } from '#shared/checks/check';
import type { ChecksState } from '#shared/ipc/checks';
import { counted, formatNumber } from '#shared/text/counted';
import styles from './CheckMark.module.css';
import { Icon } from './Icon';
import { Spinner } from './Spinner';
import { formatDuration } from './text/duration';
import { visibleLine } from './text/visibleText';

interface CheckMarkProps {
  readonly name: string;
  readonly standing: CheckStanding;
  readonly phase: CheckPhase;
}

/** The present state of a check; null: it is idle. */
export type CheckPhase = 'running' | 'waiting' | null;

/** The state of a check. Checks run one after the other, and wait for those of other sessions. */
export function phaseOf(running: ChecksState['running'], name: string): CheckPhase {
  if (running === null || !running.names.includes(name)) return null;
  if (running.current === name) return 'running';
  const done = running.current === null ? -1 : running.names.indexOf(running.current);
  return running.names.indexOf(name) > done ? 'waiting' : null;
}

const icons = { passed: CircleCheck, failed: CircleX, cancelled: Ban, 'not-run': Ban } as const;

/** The result of one check, in a few words. */
export function CheckMark({ name, standing, phase }: CheckMarkProps) {
  const run = standing.type === 'unknown' ? null : standing.run;
  const isIdle = phase === null && standing.type === 'current';
  const tone = phase === 'running' ? phase : isIdle ? run?.outcome : 'unknown';
  return (
    <span className={styles.mark} data-tone={tone}>
      {phase === 'running' ? (
        <Spinner size="small" />
      ) : (
        <Icon icon={isIdle && run ? icons[run.outcome] : CircleDashed} size="small" />
      )}
      <span className={styles.name}>{visibleLine(name)}</span>
      <span className={styles.words}>{checkWords(standing, phase)}</span>
    </span>
  );
}

/** The same without the name. */
export function checkWords(standing: CheckStanding, phase: CheckPhase): string {
  if (phase !== null) return phase;
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
