import { ShieldPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { matchName, type RuleMatch } from '#shared/permissions/rule';
import type { PermissionEntry } from '#shared/session/entries';
import { useThread } from '#window/features/thread/threadContext';
import { call } from '#window/ipc/client';
import { openRuleForm } from '#window/state/layout/settingsSection';
import { Button } from '#window/ui/form/Button';
import { tooltip } from '#window/ui/overlay/tooltip';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './PermissionCard.module.css';

/** Offers a rule that would answer this question and similar ones; nothing if no rule can. */
export function ProposeRule({ entry }: { readonly entry: PermissionEntry }) {
  const { sessionId, focusTranscript } = useThread();
  const { requestId, question } = entry;
  const matches = useProposal(entry);
  if (matches.length === 0) return null;
  const names = matches.map(matchName).join(', ');
  const label = `Always allow “${visibleLine(shortened(names))}”…`;
  const once = question.options.find(({ kind }) => kind === 'allow_once')?.id ?? null;
  return (
    <div className={styles.propose}>
      <Button
        size="small"
        variant="ghost"
        icon={ShieldPlus}
        aria-label={label}
        {...tooltip({ text: label })}
        onClick={() => {
          // Focus goes to the transcript, because the question is gone once the rule is saved.
          focusTranscript();
          openRuleForm({ type: 'proposed', sessionId, requestId, matches, once });
        }}
      >
        {label}
      </Button>
    </div>
  );
}

const NAME_CHARACTERS = 60;

function shortened(text: string): string {
  return text.length > NAME_CHARACTERS ? `${text.slice(0, NAME_CHARACTERS)}…` : text;
}

function useProposal({ requestId, change }: PermissionEntry): readonly RuleMatch[] {
  const { sessionId } = useThread();
  const [matches, setMatches] = useState<readonly RuleMatch[]>([]);
  const isChanged = change !== undefined;
  useEffect(() => {
    if (isChanged) return setMatches([]);
    let isOver = false;
    call('permissions.propose', { sessionId, requestId }).then(
      (proposal) => {
        if (!isOver && proposal?.type === 'rules') setMatches(proposal.matches);
      },
      // The question was answered in the meantime: there is nothing to propose.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [sessionId, requestId, isChanged]);
  return matches;
}
