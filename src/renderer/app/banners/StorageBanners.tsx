import { useState } from 'react';
import { assertNever } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { StorageProblem } from '#shared/session/condition';
import { continueSession } from '#window/actions/sessionActions';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { useSessionCondition } from '#window/state/session/sessionModels';
import { sessionSummary } from '#window/state/session/sessionsStore';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';

/** Shows above a transcript what is wrong with how the session is stored, and what to do. */
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
    default:
      return assertNever(problem.kind);
  }
}

async function goOn(sessionId: SessionId): Promise<void> {
  const session = sessionSummary(sessionId);
  if (session) await continueSession(session);
}
