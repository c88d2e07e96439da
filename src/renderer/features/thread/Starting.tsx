import type { SessionHead } from '#shared/session/state';
import { useSessionCondition } from '#window/state/session/sessionModels';
import { Button } from '#window/ui/form/Button';
import { Spinner } from '#window/ui/Spinner';
import activity from './Activity.module.css';
import styles from './Starting.module.css';
import { useCommandSender } from './sendCommand';
import { Elapsed } from './time/Elapsed';
import { useNow } from './time/ticker';

/** Most agents have started before anybody could read more than a word. */
const SLOW_MILLISECONDS = 2_000;
/** The number of lines that can be read at a glance. */
const SHOWN_LINES = 8;

const waits = {
  answer: 'Waiting for its first answer.',
  conversation: 'It has answered. Waiting for it to open the conversation.',
} as const;

/** Shows while an agent is starting: for how long, its output, and a way to stop it. */
export function Starting({ head }: { readonly head: SessionHead }) {
  const { start } = useSessionCondition(head.id);
  const [busy, send] = useCommandSender(head.id);
  const now = useNow();
  const isSlow = start !== null && now - start.since > SLOW_MILLISECONDS;
  const lines = start?.stderrTail.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n') ?? '';
  return (
    <div className={activity.activity} data-wrap="true">
      <Spinner size="small" />
      Starting {head.agent.name}… {isSlow && <Elapsed since={start.since} />}
      {isSlow && (
        <Button size="small" busy={busy} onClick={() => send({ type: 'agent.cancelStart' })}>
          Cancel
        </Button>
      )}
      {isSlow && <p className={styles.hint}>{waits[start.waitsFor]}</p>}
      {isSlow && start.waitsFor === 'answer' && lines === '' && (
        <p className={styles.hint}>
          The first run of an agent may have to download it, which can take minutes.
        </p>
      )}
      {isSlow && lines !== '' && (
        <section className={styles.output} aria-label="Agent output">
          {lines}
        </section>
      )}
    </div>
  );
}
