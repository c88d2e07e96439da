import { type KeyboardEvent, useRef, useState } from 'react';
import type { SessionSummary } from '#shared/session/summary';
import { renameSession } from '#window/actions/sessionActions';
import { reportError } from '#window/diagnostics/reportError';
import { stopRenaming } from '#window/state/session/sessionListStore';
import { titleOf } from '#window/state/session/sessionsStore';
import styles from './SessionRow.module.css';

/** A session's title while it is being changed. Enter and leaving keep it, Escape does not. */
export function RenameField({ session }: { readonly session: SessionSummary }) {
  const [title, setTitle] = useState(titleOf(session));
  const isSettled = useRef(false);

  const settle = (keep: boolean) => {
    if (isSettled.current) return;
    isSettled.current = true;
    stopRenaming();
    const wanted = title.trim();
    if (keep && wanted !== '' && wanted !== session.title) {
      renameSession(session.id, wanted).catch(reportError);
    }
  };

  const pressKey = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    const row = event.currentTarget.closest<HTMLElement>('[data-row]');
    settle(event.key === 'Enter');
    row?.focus();
  };

  return (
    <input
      className={styles.rename}
      aria-label="Session title"
      value={title}
      spellCheck={false}
      // biome-ignore lint/a11y/noAutofocus: the user asked to type here.
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTitle(event.target.value)}
      onKeyDown={pressKey}
      onBlur={() => settle(true)}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
