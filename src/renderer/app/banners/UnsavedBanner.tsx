import { useEffect, useState } from 'react';
import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { usePanes } from '#window/state/layout/panes';
import { goToSession } from '#window/state/layout/reveal';
import { titleOf, useSession } from '#window/state/session/sessionsStore';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';

/** Lists unsaved sessions that no pane shows; a visible session says it itself. */
export function UnsavedBanner() {
  const unsaved = useUnsaved();
  const visible = usePanes((panes) => panes.visible);
  const [first, ...others] = unsaved.filter((id) => !visible.includes(id));
  const session = useSession(first ?? ('' as SessionId));
  if (first === undefined) return null;
  return (
    <Banner
      tone="danger"
      shape="strip"
      actions={
        <Button size="small" onClick={() => goToSession(first)}>
          Show
        </Button>
      }
    >
      <strong>
        Airlock cannot save “{titleOf(session)}”{others.length > 0 && ` and ${others.length} more`}.
      </strong>{' '}
      Nothing is lost yet: saving resumes when the disk can be written to again.
    </Banner>
  );
}

function useUnsaved(): readonly SessionId[] {
  const [unsaved, setUnsaved] = useState<readonly SessionId[]>([]);
  useEffect(() => {
    call('sessions.unsaved', null).then(setUnsaved, reportError);
    return onEvent('sessions.unsavedChanged', ({ sessionIds }) => setUnsaved(sessionIds));
  }, []);
  return unsaved;
}
