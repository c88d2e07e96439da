import { isMessage, type WireFrame } from '#main/agents/agents';
import type { AgentSessionId, EntryId } from '#shared/ids';
import type { KeptEntry } from '#shared/session/entries';
import { NEAR_MILLISECONDS, RECORDING_MILLISECONDS } from './limits';

/** Characters of a text that identify its message; the rest may be in other messages. */
const ANCHOR_LENGTH = 12;

interface Sought {
  readonly direction: 'in' | 'out';
  /** A part of the frame's JSON text that identifies it; null if only the time does. */
  readonly anchor: string | null;
  readonly at: number;
}

function soughtFor(entry: KeptEntry): Sought {
  const { at } = entry;
  switch (entry.kind) {
    case 'tool':
      return { direction: 'in', anchor: quoted(entry.toolCallId), at };
    case 'permission': {
      const { toolCallId } = entry.question;
      return { direction: 'in', anchor: toolCallId === null ? null : quoted(toolCallId), at };
    }
    case 'message': {
      const [block] = entry.blocks;
      const text = block?.type === 'text' && typeof block.text === 'string' ? block.text : '';
      const anchor = text === '' ? null : quoted(text.slice(0, ANCHOR_LENGTH)).slice(1, -1);
      return { direction: entry.role === 'user' ? 'out' : 'in', anchor, at };
    }
    default:
      return { direction: 'in', anchor: null, at };
  }
}

/**
 * Finds the frame that an entry began with: the nearest in time with the entry's text, or otherwise
 * the nearest in time. Frames of other conversations on the same wire do not count.
 */
export class FrameSearch {
  private readonly sought: Sought;
  private said: WireFrame | null = null;
  private near: WireFrame | null = null;

  constructor(
    entry: KeptEntry,
    private readonly agentSessionId: AgentSessionId | null,
  ) {
    this.sought = soughtFor(entry);
  }

  look(frame: WireFrame): void {
    const { direction, anchor, at } = this.sought;
    if (frame.direction !== direction || isOfAnother(frame.text, this.agentSessionId)) return;
    const distance = Math.abs(frame.at - at);
    if (anchor !== null && frame.text.includes(anchor)) {
      if (this.said === null || distance < Math.abs(this.said.at - at)) this.said = frame;
    }
    if (distance > NEAR_MILLISECONDS) return;
    if (this.near === null || distance < Math.abs(this.near.at - at)) this.near = frame;
  }

  /** The number of the frame; null if no kept frame belongs to the entry. */
  get result(): number | null {
    return (this.said ?? this.near)?.number ?? null;
  }
}

/** The entry that a frame is about; null if the transcript has none. */
export function entryOfFrame(
  frame: WireFrame,
  entries: Iterable<KeptEntry>,
  agentSessionId: AgentSessionId | null,
): EntryId | null {
  if (!isMessage(frame.direction) || isOfAnother(frame.text, agentSessionId)) return null;
  let best: { readonly id: EntryId; readonly rank: number } | null = null;
  for (const entry of entries) {
    const rank = rankOf(frame, entry);
    if (rank !== null && (best === null || rank >= best.rank)) best = { id: entry.id, rank };
  }
  return best?.id ?? null;
}

const SAYS_SO = 2;
const AT_THAT_TIME = 1;

/**
 * How well a frame and an entry match; null if not at all. Of two equal matches the later one is
 * meant.
 */
function rankOf(frame: WireFrame, entry: KeptEntry): number | null {
  const { direction, anchor } = soughtFor(entry);
  const isWithin =
    frame.at >= entry.at - RECORDING_MILLISECONDS &&
    frame.at <= entry.updatedAt + NEAR_MILLISECONDS;
  if (!isWithin || entry.kind === 'terminal') return null;
  if (anchor !== null && frame.text.includes(anchor)) {
    // A question and its tool call have the same id, and a permission request is about the
    // question.
    const isQuestion = /"method":"[^"]*ermission/.test(frame.text);
    if (entry.kind === 'permission') return isQuestion ? SAYS_SO + 1 : null;
    return SAYS_SO;
  }
  if (entry.kind === 'permission' || entry.kind === 'tool') return null;
  const isThen = frame.at <= entry.updatedAt + RECORDING_MILLISECONDS;
  return direction === frame.direction && isThen ? AT_THAT_TIME : null;
}

/** Whether the frame belongs to another conversation, because one process may serve several. */
function isOfAnother(text: string, own: AgentSessionId | null): boolean {
  const [, id] = /"(?:sessionId|session_id|threadId)":("(?:[^"\\]|\\.){1,500}")/.exec(text) ?? [];
  return id !== undefined && own !== null && id !== quoted(own);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
