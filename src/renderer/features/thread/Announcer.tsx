import { useEffect, useRef, useState } from 'react';
import type { SessionHead } from '#shared/session/state';
import { sessionModel } from '../../state/sessionModels';
import { visibleLine } from '../../ui/visibleText';
import styles from './Thread.module.css';

/**
 * Tells screen readers what matters: a question, and the end of a turn. The transcript itself stays
 * silent while it grows, because a hundred words a second cannot be read out.
 */
export function Announcer({ head }: { readonly head: SessionHead | undefined }) {
  const [text, setText] = useState('');
  const wasWorking = useRef(false);
  const request = head?.openRequests.at(-1);
  const isWorking = head !== undefined && head.turn !== null;
  const { id } = head ?? {};

  useEffect(() => {
    if (request === undefined || id === undefined) return;
    const entry = sessionModel(id)?.entry(request);
    if (entry?.kind === 'permission') {
      setText(`Permission request: ${visibleLine(entry.question.title)}`);
    } else if (entry?.kind === 'elicitation') {
      setText(`The agent asks: ${visibleLine(entry.question.message)}`);
    }
  }, [request, id]);

  useEffect(() => {
    if (wasWorking.current && !isWorking) setText('The agent has finished its turn.');
    wasWorking.current = isWorking;
  }, [isWorking]);

  return (
    <p className={styles.announcer} role="status">
      {text}
    </p>
  );
}
