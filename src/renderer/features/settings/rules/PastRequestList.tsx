import { useEffect, useState } from 'react';
import type { RuleId } from '#shared/ids';
import type { PastRequest, RulePreview } from '#shared/ipc/permissions';
import type { RuleDraft } from '#shared/permissions/rule';
import { counted } from '#shared/text/counted';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { shortAge } from '#window/state/age';
import { PREVIEW_MILLISECONDS } from '#window/state/limits';
import { Badge } from '#window/ui/Badge';
import styles from './RulesPanel.module.css';

interface PastRequestListProps {
  /** Empty while the form is invalid. */
  readonly drafts: readonly RuleDraft[];
  readonly replaces: RuleId | null;
}

/** Past requests that these rules would have answered. */
export function PastRequestList({ drafts, replaces }: PastRequestListProps) {
  const preview = usePreview(drafts, replaces);
  return (
    <section className={styles.past} aria-label="Past requests" aria-live="polite">
      <h4 className={styles.pastTitle}>Past requests</h4>
      {preview === null ? (
        <p className={styles.hint}>
          What the rule would have answered is shown here before you save it.
        </p>
      ) : (
        <>
          <p className={styles.hint}>{summary(preview)}</p>
          {preview.requests.length > 0 && (
            <ul
              className={styles.pastList}
              aria-label="Requests it would have decided"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it.
              tabIndex={0}
            >
              {preview.requests.map((request) => (
                <PastRow key={`${request.sessionId}/${request.at}/${request.text}`} {...request} />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

const effects = {
  allow: { tone: 'added', label: 'Allowed' },
  ask: { tone: 'waiting', label: 'Asked' },
  deny: { tone: 'danger', label: 'Denied' },
} as const;

const answers = { allowed: 'was allowed', rejected: 'was rejected', none: 'was not answered' };

function PastRow({ text, effect, session, at, answer }: PastRequest) {
  const { tone, label } = effects[effect];
  return (
    <li className={styles.pastRow}>
      <span className={styles.effect}>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <code className={styles.pastText}>{visiblePath(text)}</code>
      <span className={styles.detail}>
        {answers[answer]} · {session || 'Untitled'} · {shortAge(at, Date.now())}
      </span>
    </li>
  );
}

function summary({ looked, allowed, asked, denied, isCut, requests }: RulePreview): string {
  const of = `the last ${counted(looked, 'request')}${isCut ? ' (older ones were not checked)' : ''}`;
  if (looked === 0) return 'No agent has asked for permission yet.';
  const parts = [
    ...(allowed > 0 ? [`allowed ${allowed}`] : []),
    ...(asked > 0 ? [`asked about ${asked}`] : []),
    ...(denied > 0 ? [`denied ${denied}`] : []),
  ];
  if (parts.length === 0) return `It would have decided none of ${of}.`;
  const isShort = requests.length < allowed + asked + denied;
  return `Of ${of}, it would have ${parts.join(', ')}.${isShort ? ` The newest ${requests.length}:` : ''}`;
}

/** The preview, requested once the user stops typing. */
function usePreview(drafts: readonly RuleDraft[], replaces: RuleId | null): RulePreview | null {
  const [preview, setPreview] = useState<RulePreview | null>(null);
  const wanted = JSON.stringify(drafts);
  useEffect(() => {
    const parsed = JSON.parse(wanted) as readonly RuleDraft[];
    if (parsed.length === 0) return setPreview(null);
    let isOver = false;
    const timer = setTimeout(() => {
      call('permissions.preview', { drafts: parsed, replaces }).then(
        (found) => void (isOver || setPreview(found)),
        reportError,
      );
    }, PREVIEW_MILLISECONDS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [wanted, replaces]);
  return preview;
}
