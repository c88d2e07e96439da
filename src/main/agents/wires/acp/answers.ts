import { z } from 'zod';
import type { ListedSession } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { AgentIdentity, AuthenticationMethod } from '#shared/session/agent';
import { identifier, isRecord, type JsonRecord, recordsOf } from '../json';
import { CURSOR_LENGTH } from '../limits';
import { listedSession } from '../listedSession';
import { authenticationFromWire } from './translate/authentication';

/** Capabilities are markers: an object or true. Any other value means no. */
const marker = z
  .unknown()
  .optional()
  .transform((value) => value === true || isRecord(value));

/** A part of an answer; a missing or malformed part is read as empty. */
function part<T extends z.ZodRawShape>(shape: T) {
  const schema = z.object(shape);
  return z
    .unknown()
    .optional()
    .transform((value) => schema.parse(isRecord(value) ? value : {}));
}

const capabilities = part({
  loadSession: marker,
  promptCapabilities: part({ image: marker, audio: marker, embeddedContext: marker }),
  mcpCapabilities: part({ http: marker, sse: marker, acp: marker }),
  sessionCapabilities: part({
    resume: marker,
    list: marker,
    close: marker,
    delete: marker,
    fork: marker,
    title: marker,
    additionalDirectories: marker,
  }),
  auth: part({ logout: marker, status: marker }),
}).transform(({ auth, ...rest }) => ({ ...rest, logout: auth.logout, authStatus: auth.status }));

const initializeAnswer = z.object({
  protocolVersion: z.unknown().optional(),
  agentCapabilities: capabilities,
  agentInfo: z.unknown().optional().transform(identityFromWire),
  authMethods: z.unknown().optional().transform(authenticationFromWire),
  _meta: part({ steering: part({ supported: marker }) }),
});

export interface AcpInitialize {
  readonly protocolVersion?: unknown;
  readonly identity: AgentIdentity | null;
  readonly agentCapabilities: z.infer<typeof capabilities>;
  readonly authenticationMethods: readonly AuthenticationMethod[];
  readonly steering: boolean;
}

/** Throws a `ZodError` only for a value that is not an object. */
export function readInitialize(answer: unknown): AcpInitialize {
  const { agentInfo, authMethods, _meta, ...rest } = initializeAnswer.parse(answer);
  return {
    ...rest,
    identity: agentInfo,
    authenticationMethods: authMethods,
    steering: _meta.steering.supported,
  };
}

/** Null for an agent that does not identify itself. */
export function identityFromWire(value: unknown): AgentIdentity | null {
  if (!isRecord(value)) return null;
  const name = identifier(value.name);
  if (name === null) return null;
  return {
    name,
    ...(typeof value.title === 'string' ? { title: value.title } : {}),
    ...(typeof value.version === 'string' ? { version: value.version } : {}),
  };
}

const sessionId = z.string().transform((text, context) => {
  const id = identifier(text);
  if (id !== null) return id as string as AgentSessionId;
  context.addIssue({ code: 'custom', message: 'must be neither empty nor too long' });
  return z.NEVER;
});

const newSessionAnswer = z.looseObject({ sessionId });

/** Throws a `ZodError` when there is no session id. */
export function readNewSession(
  answer: unknown,
): JsonRecord & { readonly sessionId: AgentSessionId } {
  return newSessionAnswer.parse(answer);
}

/** Some agents answer null, which means the same as an empty object. */
export function readReopened(answer: unknown): JsonRecord {
  return isRecord(answer) ? answer : {};
}

const listAnswer = z.object({
  sessions: z.array(z.unknown()),
  nextCursor: z.string().min(1).max(CURSOR_LENGTH).nullish().catch(null),
});

export interface SessionPage {
  readonly sessions: readonly ListedSession[];
  readonly nextCursor: string | null;
}

/** Throws a `ZodError` when there is no list; an entry that cannot be parsed is left out. */
export function readSessionPage(answer: unknown): SessionPage {
  const { sessions, nextCursor } = listAnswer.parse(answer);
  return {
    sessions: recordsOf(sessions).flatMap(({ sessionId: id, cwd, title, updatedAt }) =>
      listedSession({ id, cwd, title, updatedAt }),
    ),
    nextCursor: nextCursor ?? null,
  };
}

/**
 * Whether the agent accepted the text. An agent that started a separate turn with it has accepted
 * it too, and it must not be sent again.
 */
export function readSteered(answer: unknown): boolean {
  const outcome = isRecord(answer) ? answer.outcome : undefined;
  return outcome === 'injected' || outcome === 'startedNewTurn';
}
