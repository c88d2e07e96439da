import { Check, ChevronRight, CircleHelp, ShieldQuestion, X } from 'lucide-react';
import type { PermissionEntry } from '#shared/session/entries';
import { answeredBy } from '#window/features/thread/answeredBy';
import { TitleText } from '#window/features/thread/TitleText';
import { useFold } from '#window/features/thread/threadContext';
import { openRule } from '#window/state/layout/settingsSection';
import { Icon } from '#window/ui/Icon';
import { visibleLine } from '#window/ui/text/visibleText';
import { AskedFactsView } from './AskedFactsView';
import { PermissionCard } from './PermissionCard';
import styles from './PermissionRow.module.css';
import { meaningOf } from './permissionOptions';

/** An open question; afterwards one line that says how it was answered and by whom. */
export function PermissionRow({ entry }: { readonly entry: PermissionEntry }) {
  if (entry.answer === null) return <PermissionCard entry={entry} />;
  return <AnsweredRow entry={entry} answer={entry.answer} />;
}

interface AnsweredRowProps {
  readonly entry: PermissionEntry;
  readonly answer: NonNullable<PermissionEntry['answer']>;
}

/** A line that can be expanded to show the request. */
function AnsweredRow({ entry, answer }: AnsweredRowProps) {
  const { question } = entry;
  const [open, toggle] = useFold(`${entry.id}/answered`, false);
  const { outcome, rules = [] } = answer;
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
    <div className={styles.answered} data-tone={tone}>
      <div className={styles.row}>
        <button type="button" className={styles.line} aria-expanded={open} onClick={toggle}>
          <span className={styles.icon}>
            <Icon icon={icon} size="small" />
          </span>
          <span className={styles.text}>
            <span className={styles.verdict}>{verdict}</span>{' '}
            {/* A rule only chooses to allow or reject once, whatever the agent calls it. */}
            {chosen && rules.length === 0 && <span>“{visibleLine(chosen.name)}” </span>}
            <span className={styles.by}>{byWords(answer)}: </span>
            <TitleText text={question.title} />
          </span>
          <span className={styles.chevron}>
            <Icon icon={ChevronRight} size="small" />
          </span>
        </button>
        {rules.map((rule) => (
          <button
            key={rule.id}
            type="button"
            className={styles.rule}
            aria-label={`Show the rule “${visibleLine(rule.name)}”`}
            onClick={() => openRule(rule)}
          >
            {rules.length === 1 ? 'Show rule' : visibleLine(rule.name)}
          </button>
        ))}
      </div>
      {open && (
        <div className={styles.request}>
          <AskedFactsView entry={entry} />
        </div>
      )}
    </div>
  );
}

const scopes = {
  session: 'this session',
  project: 'this project',
  always: 'everywhere',
  shipped: 'built in',
} as const;

/** Says who answered, and by which rule. */
function byWords({ by, rules: [rule, ...more] = [] }: AnsweredRowProps['answer']): string {
  if (rule === undefined) return answeredBy(by);
  const whose = rule.scope === 'shipped' ? 'the' : 'your';
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return `by ${whose} rule “${visibleLine(rule.name)}” (${scopes[rule.scope]})${others}`;
}
