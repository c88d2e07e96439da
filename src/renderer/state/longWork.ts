import { useEffect, useState } from 'react';
import type { LongWork } from '#shared/ipc/work';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';

/** Main's long work, the oldest first. */
export function useLongWork(): readonly LongWork[] {
  const [works, setWorks] = useState<readonly LongWork[]>([]);
  useEffect(() => {
    call('work.list', null).then(setWorks, reportError);
    return onEvent('work.changed', setWorks);
  }, []);
  return works;
}

export function cancelWork(id: number): void {
  call('work.cancel', { id }).catch(reportError);
}
