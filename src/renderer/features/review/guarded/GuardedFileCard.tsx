import { useState } from 'react';
import type { GuardedChange, GuardedVerdict } from '#shared/airlock/guardedChange';
import type { SessionId } from '#shared/ids';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { Badge } from '#window/ui/Badge';
import { DiffLines } from '#window/ui/diff/DiffLines';
import { diffRows } from '#window/ui/diff/diffRows';
import { Button } from '#window/ui/form/Button';
import styles from './GuardedFiles.module.css';
import { guardedPath, guardedState } from './guardedWords';

interface GuardedFileProps {
  readonly sessionId: SessionId;
  readonly change: GuardedChange;
  onSettle(verdict: GuardedVerdict): void;
}

type Texts = { readonly before: string | null; readonly after: string | null };

const SHOWN_CHARACTERS = 200_000;
const DIFF_HEIGHT = 240;

export function GuardedFileCard({ sessionId, change, onSettle }: GuardedFileProps) {
  const [texts, setTexts] = useState<Texts | null>(null);
  const path = guardedPath(change);
  // The list's heading says this already.
  const isUsers = change.place === 'user';
  const toggle = async () => {
    if (texts !== null) setTexts(null);
    else setTexts(await call('changes.guardedTexts', { sessionId, id: change.id }));
  };
  return (
    <li>
      <div className={styles.file}>
        <code className={styles.path}>{isUsers ? visiblePath(change.path) : path}</code>
        <Badge tone="danger">{guardedState(change)}</Badge>
        {!isUsers && <span className={styles.reason}>{change.reason}</span>}
        <span className={styles.actions}>
          {change.place !== 'index' && (
            <Button
              size="small"
              variant="ghost"
              aria-label={`Show ${path}`}
              aria-expanded={texts !== null}
              onClick={() => void toggle().catch(reportError)}
            >
              {texts === null ? 'Show' : 'Hide'}
            </Button>
          )}
          <Button
            size="small"
            aria-label={`Restore ${path}`}
            reason={change.canRestore ? null : 'Airlock has no earlier version of it.'}
            onClick={() => onSettle('restore')}
          >
            Restore
          </Button>
          <Button
            size="small"
            variant="ghost"
            aria-label={`Keep ${path}`}
            onClick={() => onSettle('keep')}
          >
            Keep
          </Button>
        </span>
      </div>
      {texts !== null && <Difference path={change.path} texts={texts} />}
    </li>
  );
}

function Difference({ path, texts }: { readonly path: string; readonly texts: Texts }) {
  const [before, after] = [texts.before ?? '', texts.after ?? ''];
  const isShown = before !== after && before.length + after.length <= SHOWN_CHARACTERS;
  if (!isShown) return <p className={styles.none}>There is no text to show.</p>;
  return (
    <div className={styles.difference}>
      <DiffLines path={path} rows={diffRows(before, after).rows} maxHeight={DIFF_HEIGHT} />
    </div>
  );
}
