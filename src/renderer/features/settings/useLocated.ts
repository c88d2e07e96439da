import { useEffect, useState } from 'react';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';

interface Located {
  readonly command: string;
  readonly path: string | null;
  readonly isInPath: boolean;
}

/** Where a typed command leads; null while it is not known. */
export function useLocated(command: string): Located | null {
  const [located, setLocated] = useState<Located | null>(null);
  const typed = command.trim();
  useEffect(() => {
    if (typed === '') return;
    let isOver = false;
    call('agents.locate', { command: typed }).then((answer) => {
      if (!isOver && answer !== null) setLocated({ command: typed, ...answer });
    }, reportError);
    return () => {
      isOver = true;
    };
  }, [typed]);
  return located?.command === typed ? located : null;
}
