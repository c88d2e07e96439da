import { isSessionId, type SessionId } from '#shared/ids';

/** An agent that a commit's trailers or its note name. */
export interface MarkedAgent {
  readonly name: string;
  readonly model: string | null;
  /** Null if the text is not a session id. */
  readonly sessionId: SessionId | null;
}

/**
 * The most agents that are read from one commit, and the longest name: anybody can write these
 * lines.
 */
const AGENTS = 20;
const NAME_CHARACTERS = 200;

/** The agents that the last paragraph of a commit's message names; see `withTrailers`. */
export function agentsInMessage(message: string): readonly MarkedAgent[] {
  const paragraphs = message.trimEnd().split(/\n[ \t]*\n/);
  // The first one is the subject.
  return paragraphs.length < 2 ? [] : agentsInLines(paragraphs.at(-1) ?? '');
}

/** The agents that a note names. */
export function agentsInLines(text: string): readonly MarkedAgent[] {
  const found = new Map<string, MarkedAgent>();
  let name: string | null = null;
  for (const line of text.split('\n')) {
    const [, key, value = ''] = /^(Assisted-by|Airlock-Session):(.*)$/.exec(line) ?? [];
    if (key === 'Assisted-by') name = value.trim().slice(0, NAME_CHARACTERS);
    // Other programs write the first line as well; only both lines together are ours.
    if (key !== 'Airlock-Session' || name === null || name === '') continue;
    if (found.size < AGENTS) found.set(`${name}\n${value}`, agentOf(name, value.trim()));
    name = null;
  }
  return [...found.values()];
}

function agentOf(words: string, session: string): MarkedAgent {
  const [, name = words, model = null] = /^(.+?) \((.+)\)$/.exec(words) ?? [];
  return { name, model, sessionId: isSessionId(session) ? session : null };
}
