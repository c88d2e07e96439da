import { Check, CircleHelp, ShieldQuestion, X } from 'lucide-react';
import type { PermissionEntry } from '#shared/session/entries';
import { answeredBy } from '#window/features/thread/answeredBy';
import { TitleText } from '#window/features/thread/TitleText';
import { Icon } from '#window/ui/Icon';
import { visibleLine } from '#window/ui/text/visibleText';
import { PermissionCard } from './PermissionCard';
import styles from './PermissionRow.module.css';
import { meaningOf } from './permissionOptions';

/** A question while it is open; afterwards one line that says how it was answered and by whom. */
export function PermissionRow({ entry }: { readonly entry: PermissionEntry }) {
  const { answer, question } = entry;
  if (answer === null) return <PermissionCard entry={entry} />;
  const { outcome } = answer;
  const chosen =
    outcome.type === 'selected'
      ? question.options.find((option) => option.id === outcome.optionId)
      : undefined;
  const tone = chosen ? meaningOf(chosen.kind).tone : 'none';
  const icon =
    tone === 'allow'
      ? Check
      : tone === 'reject'
        ? X
        : tone === 'none'
          ? ShieldQuestion
          : CircleHelp;
  const verdict = {
    allow: 'Allowed',
    reject: 'Rejected',
    unclear: 'Answered',
    none: 'Not answered',
  }[tone];
  return (
    <p className={styles.answered} data-tone={tone}>
      <span className={styles.icon}>
        <Icon icon={icon} size="small" />
      </span>
      <span className={styles.text}>
        <span className={styles.verdict}>{verdict}</span>{' '}
        {chosen && <span>“{visibleLine(chosen.name)}” </span>}
        <span className={styles.by}>{answeredBy(answer.by)}: </span>
        <TitleText text={question.title} />
      </span>
    </p>
  );
}
