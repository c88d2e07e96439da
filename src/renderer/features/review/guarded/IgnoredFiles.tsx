import { useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { GuardedSnapshot } from '#shared/ipc/changes';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import notices from '#window/features/review/Notices.module.css';
import { call } from '#window/ipc/client';
import { ignoredWords } from './guardedWords';

interface IgnoredFilesProps {
  readonly sessionId: SessionId;
  readonly guarded: GuardedSnapshot;
}

/** One line about ignored files that were written; their names are loaded when it is opened. */
export function IgnoredFiles({ sessionId, guarded }: IgnoredFilesProps) {
  const [paths, setPaths] = useState<readonly string[]>([]);
  const words = ignoredWords(guarded);
  if (words === null) return null;
  const load = async () => setPaths((await call('changes.ignored', { sessionId })).paths);
  const left = (guarded.ignored?.count ?? 0) - paths.length;
  return (
    <details
      className={notices.notices}
      onToggle={(event) => event.currentTarget.open && void load().catch(reportError)}
    >
      <summary>{words}</summary>
      <ul>
        {paths.map((path) => (
          <li key={path}>
            <span className={notices.path}>{visiblePath(path)}</span>
          </li>
        ))}
        {paths.length > 0 && left > 0 && <li>and {left} more</li>}
      </ul>
    </details>
  );
}
