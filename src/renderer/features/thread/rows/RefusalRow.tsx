import { Globe, GlobeLock } from 'lucide-react';
import { useState } from 'react';
import type { RefusalEntry } from '#shared/session/entries';
import { refusalReason, refusedPlace } from '#shared/session/network';
import { allowForProject, allowForSession } from '#window/actions/allowHost';
import { reportError } from '#window/diagnostics/reportError';
import { useThread } from '#window/features/thread/threadContext';
import { useAllowedBy } from '#window/state/session/allowedHosts';
import { useSessionHead } from '#window/state/session/sessionModels';
import { Button } from '#window/ui/form/Button';
import { visibleLine } from '#window/ui/text/visibleText';
import { Note } from './Note';

const whose = {
  session: 'for this session',
  project: 'for this project',
  agent: 'in the agent’s settings',
} as const;

/** A host that the network refused to a sealed session. It can be allowed without a restart. */
export function RefusalRow({ entry }: { readonly entry: RefusalEntry }) {
  const { sessionId } = useThread();
  const { refusal } = entry;
  const by = useAllowedBy(sessionId, refusal.rule);
  const place = visibleLine(refusedPlace(refusal));
  if (by !== null) {
    return (
      <Note
        icon={Globe}
        tone="quiet"
        title={`${place} was refused, and is now allowed ${whose[by]}.`}
      >
        The agent can try again.
      </Note>
    );
  }
  return (
    <Note
      icon={GlobeLock}
      tone="plain"
      title={`Airlock refused a connection to ${place}`}
      actions={refusal.rule !== null && <Actions rule={refusal.rule} />}
    >
      {visibleLine(refusalReason(refusal))}
    </Note>
  );
}

function Actions({ rule }: { readonly rule: string }) {
  const { sessionId } = useThread();
  const project = useSessionHead(sessionId)?.project;
  const [busy, setBusy] = useState(false);
  const run = (allowing: Promise<void>) => {
    setBusy(true);
    allowing.catch(reportError).finally(() => setBusy(false));
  };
  return (
    <>
      {project !== undefined && (
        <Button size="small" busy={busy} onClick={() => run(allowForProject(project, rule))}>
          Allow for this project
        </Button>
      )}
      <Button size="small" busy={busy} onClick={() => run(allowForSession(sessionId, rule))}>
        Allow for this session
      </Button>
    </>
  );
}
