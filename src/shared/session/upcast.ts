import { type Envelope, EVENT_VERSION } from './events';

/** A line of a log of any version: what every version has, and the fields of its own. */
export interface LoggedEvent {
  readonly v: number;
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly [field: string]: unknown;
}

type Step = (event: LoggedEvent) => LoggedEvent;

/**
 * From each version to the next. A step never goes away: logs are kept for years, and each version
 * has a golden one in `test/golden/logs`. Kinds that a step does not know pass through it.
 */
const steps: readonly Step[] = [fromVersion0];

/** Null for a version that never existed. The caller rejects newer versions. */
export function upcast(event: LoggedEvent): Envelope | null {
  let current = event;
  while (current.v < EVENT_VERSION) {
    const step = steps[current.v];
    if (step === undefined) return null;
    current = { ...step(current), v: current.v + 1 };
  }
  return current as unknown as Envelope;
}

/** Before the first release: text instead of content, and other names for a few fields. */
function fromVersion0(event: LoggedEvent): LoggedEvent {
  switch (event.type) {
    case 'session.created': {
      const { agentId, agentName, folder, worktree, ...rest } = event;
      return {
        ...rest,
        agent: { id: agentId, name: agentName },
        project: folder,
        cwd: worktree ?? folder,
        additionalDirectories: [],
        isolation: worktree === null ? 'in-place' : 'isolated',
      } as unknown as LoggedEvent;
    }
    case 'turn.started': {
      const { prompt, ...rest } = event;
      return { ...rest, content: [{ type: 'text', text: prompt }] } as unknown as LoggedEvent;
    }
    case 'message.appended': {
      const { text, role, ...rest } = event;
      return {
        ...rest,
        role: role === 'assistant' ? 'agent' : role,
        content: { type: 'text', text },
      } as unknown as LoggedEvent;
    }
    case 'tool.updated': {
      const { id, status, ...rest } = event;
      return {
        ...rest,
        toolCallId: id,
        ...(status === undefined ? {} : { status: status === 'running' ? 'in_progress' : status }),
      } as unknown as LoggedEvent;
    }
    default:
      return event;
  }
}
