import { useEffect, useState } from 'react';
import type { UnreadableSession } from '#shared/ipc/contract';
import { reportError } from '../diagnostics/reportError';
import { call } from '../ipc/client';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';

/** Says that sessions are on the disk and cannot be listed, until the user has read it. */
export function UnreadableBanner() {
  const [unreadable, setUnreadable] = useState<readonly UnreadableSession[]>([]);
  useEffect(() => {
    call('sessions.unreadable', null).then(setUnreadable, reportError);
  }, []);
  const [first] = unreadable;
  if (first === undefined) return null;
  const words = unreadable.length === 1 ? '1 session' : `${unreadable.length} sessions`;
  return (
    <Banner
      tone="danger"
      shape="strip"
      actions={
        <>
          <Button
            size="small"
            onClick={() => void call('app.showItem', { item: 'data' }).catch(reportError)}
          >
            Open data folder
          </Button>
          <Button size="small" onClick={() => setUnreadable([])}>
            Dismiss
          </Button>
        </>
      }
    >
      <strong>{words} cannot be read.</strong> Nothing was removed: check the disk and who may read
      Airlock’s data folder, then start Airlock again. ({first.message})
    </Banner>
  );
}
