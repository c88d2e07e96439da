import type { CheckRun } from '#shared/checks/check';
import { counted } from '#shared/text/counted';
import styles from './CheckLog.module.css';
import { DialogBody } from './overlay/Dialog';
import { dayAndTime } from './text/clock';
import { formatDuration } from './text/duration';
import { visibleLine } from './text/visibleText';

/** The output of a check: the failures and the end of the log. */
export function CheckLog({ run, isStale }: { readonly run: CheckRun; readonly isStale: boolean }) {
  const { command, message, report, log, at, milliseconds } = run;
  const more = (report?.failed ?? 0) - (report?.failures.length ?? 0);
  return (
    <DialogBody>
      <div className={styles.root}>
        <p className={styles.facts}>
          <code>{visibleLine(command)}</code> on {dayAndTime(at)}, {formatDuration(milliseconds)}
          {report && `, read as ${report.runner}`}
        </p>
        <p>
          {isStale
            ? 'The changes or the command have changed since then.'
            : 'It ran on these changes, and on your other files as they were then.'}
        </p>
        {message !== null && <p>{visibleLine(message)}</p>}
        {report && report.failures.length > 0 && (
          <ul className={styles.failures} aria-label="What failed">
            {report.failures.map((name) => (
              <li key={name}>{visibleLine(name)}</li>
            ))}
            {more > 0 && <li>and {counted(more, 'more', 'more')}</li>}
          </ul>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard. */}
        <pre role="log" className={styles.log} aria-label="Output" tabIndex={0}>
          {log === '' ? 'There was no output, or it is no longer kept.' : log}
        </pre>
      </div>
    </DialogBody>
  );
}
