import { useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { StorageProblem } from '#shared/session/condition';
import { reportError } from '../diagnostics/reportError';
import { call } from '../ipc/client';
import { continueSession } from '../state/sessionActions';
import { useSessionCondition } from '../state/sessionModels';
import { sessionSummary } from '../state/sessionsStore';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';

/** Says above a transcript what is wrong with how it is kept, and what to do. */
export function StorageBanners({ sessionId }: { readonly sessionId: SessionId }) {
  const { storage } = useSessionCondition(sessionId);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  return storage
    .filter(({ title }) => !dismissed.includes(title))
    .map((problem) => (
      <Banner
        key={problem.title}
        tone={problem.kind === 'failing' ? 'danger' : 'neutral'}
        shape="strip"
        actions={
          <Action
            sessionId={sessionId}
            problem={problem}
            onDismiss={() => setDismissed([...dismissed, problem.title])}
          />
        }
      >
        <strong>{problem.title}</strong> {problem.advice}
      </Banner>
    ));
}

interface ActionProps {
  readonly sessionId: SessionId;
  readonly problem: StorageProblem;
  onDismiss(): void;
}

function Action({ sessionId, problem, onDismiss }: ActionProps) {
  switch (problem.kind) {
    case 'failing':
      return (
        <Button
          size="small"
          onClick={() => void call('sessions.retrySaving', { sessionId }).catch(reportError)}
        >
          Try again now
        </Button>
      );
    case 'read-only':
      return (
        <Button size="small" onClick={() => void goOn(sessionId).catch(reportError)}>
          Continue in a new session
        </Button>
      );
    case 'damaged':
      return (
        <Button size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      );
  }
}

async function goOn(sessionId: SessionId): Promise<void> {
  const session = sessionSummary(sessionId);
  if (session) await continueSession(session);
}
