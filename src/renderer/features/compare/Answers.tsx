import type { SessionId } from '#shared/ids';
import {
  sessionModel,
  useSessionHead,
  useTranscriptOrder,
} from '#window/state/session/sessionModels';
import { useMemberNames } from '#window/state/session/sessionSets';
import { useSession } from '#window/state/session/sessionsStore';
import { AgentMark } from '#window/ui/AgentMark';
import { Markdown } from '#window/ui/markdown/Markdown';
import styles from './Answers.module.css';
import { ANSWER_ENTRIES } from './limits';

/** What each agent said last, side by side. */
export function Answers({ sessionIds }: { readonly sessionIds: readonly SessionId[] }) {
  const nameOf = useMemberNames(sessionIds);
  return (
    <section className={styles.answers} aria-label="Final answers">
      {sessionIds.map((id) => (
        <Answer key={id} sessionId={id} name={nameOf(id)} />
      ))}
    </section>
  );
}

interface AnswerProps {
  readonly sessionId: SessionId;
  readonly name: string;
}

function Answer({ sessionId, name }: AnswerProps) {
  const session = useSession(sessionId);
  const order = useTranscriptOrder(sessionId);
  const head = useSessionHead(sessionId);
  const text = lastWords(sessionId, order);
  return (
    <article className={styles.answer} aria-label={name}>
      <h3 className={styles.name}>
        {session && <AgentMark id={session.agent.id} />}
        {name}
      </h3>
      {text === null ? (
        <p className={styles.none}>
          {head === undefined || head.turn !== null ? 'No answer yet.' : 'No answer in words.'}
        </p>
      ) : (
        <Markdown text={text} />
      )}
    </article>
  );
}

/** The last answer among the newest entries, which a session is opened with. */
function lastWords(sessionId: SessionId, order: ReturnType<typeof useTranscriptOrder>) {
  const model = sessionModel(sessionId);
  for (const entryId of order.slice(-ANSWER_ENTRIES).reverse()) {
    const entry = model?.entry(entryId);
    if (entry?.kind !== 'message' || entry.role !== 'agent') continue;
    const text = entry.blocks.flatMap((block) => (block.type === 'text' ? block.text : []));
    if (text.length > 0) return text.join('\n\n');
  }
  return null;
}
