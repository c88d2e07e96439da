import { useEffect, useState } from 'react';
import { openPlace } from '#window/actions/openPlace';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { activeSession } from '#window/state/layout/panes';
import type { PaletteGroup } from './rankEntries';

/** Enough to see whether the wanted file is among them. */
const FILES = 8;
/** A single letter fits nearly every path. */
const SHORTEST_QUERY = 2;

/** Files of the active session that fit the query. Only the answer to the newest query counts. */
export function useFoundFiles(query: string): readonly PaletteGroup[] {
  const [found, setFound] = useState<readonly PaletteGroup[]>([]);
  const wanted = query.trim();
  useEffect(() => {
    const sessionId = activeSession();
    if (sessionId === null || wanted.length < SHORTEST_QUERY) {
      setFound([]);
      return undefined;
    }
    let isWanted = true;
    call('sessions.files', { sessionId, query: wanted })
      .then((files) => {
        if (!isWanted) return;
        const items = files.slice(0, FILES).map(({ path, positions }) => ({
          entry: {
            key: `file:${path}`,
            title: path,
            detail: 'file',
            group: 'Files',
            keywords: '',
            run: () => void openPlace(sessionId, path, null).catch(reportError),
          },
          positions,
        }));
        setFound(items.length === 0 ? [] : [{ label: 'Files', items }]);
      })
      .catch(reportError);
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  return found;
}
