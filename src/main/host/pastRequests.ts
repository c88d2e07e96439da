import type { LoggedRequest } from '#main/permissions/permissions';
import type { EventOf } from '#shared/session/events';
import { requestFacts } from '#shared/session/request/requestFacts';
import type { SessionSummary } from '#shared/session/summary';
import { PAST_LOG_BYTES, PAST_REQUESTS, PAST_SESSIONS } from './limits';
import type { SessionStore } from './store/sessionStore';

export interface PastRequests {
  /** The requests, newest first. */
  readonly requests: readonly LoggedRequest[];
  /** Whether there may be older ones. */
  readonly isCut: boolean;
}

/** Earlier permission requests of agents, from the newest logs. */
export async function pastRequests(store: SessionStore): Promise<PastRequests> {
  const sessions = [...store.list()].sort((one, other) => other.updatedAt - one.updatedAt);
  const requests: LoggedRequest[] = [];
  let isCut = sessions.length > PAST_SESSIONS;
  for (const session of sessions.slice(0, PAST_SESSIONS)) {
    const past = await store.pastRequests(session.id, PAST_LOG_BYTES);
    isCut ||= past.isCut;
    const answers = new Map<string, EventOf<'permission.answered'>>();
    for (const event of past.events.toReversed()) {
      if (event.type === 'permission.answered') answers.set(event.requestId, event);
      if (event.type !== 'permission.asked') continue;
      const { question, requestId, at } = event;
      if (question.asked === undefined) continue;
      requests.push({
        sessionId: session.id,
        session: session.title,
        at,
        text: textOf(question),
        answer: answerOf(question, answers.get(requestId)),
        asked: question.asked,
        requester: requesterOf(session),
      });
    }
  }
  requests.sort((one, other) => other.at - one.at);
  return {
    requests: requests.slice(0, PAST_REQUESTS),
    isCut: isCut || requests.length > PAST_REQUESTS,
  };
}

function requesterOf({ id, agent, project, cwd, isolation }: SessionSummary) {
  return { sessionId: id, agent: agent.id, project, cwd, isolation };
}

type Question = EventOf<'permission.asked'>['question'];

const TEXT_CHARACTERS = 300;

function textOf({ asked, title }: Question): string {
  const { command } = requestFacts(typeof asked?.input === 'string' ? asked.input : null);
  return (command ?? title).slice(0, TEXT_CHARACTERS);
}

function answerOf(
  { options }: Question,
  answered: EventOf<'permission.answered'> | undefined,
): LoggedRequest['answer'] {
  if (answered?.outcome.type !== 'selected') return 'none';
  const { optionId } = answered.outcome;
  const kind = options.find(({ id }) => id === optionId)?.kind;
  return kind === 'allow_once' || kind === 'allow_always' ? 'allowed' : 'rejected';
}
