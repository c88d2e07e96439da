import fc from 'fast-check';
import type { AgentSessionId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { arbitraryEvent, created, said, stamp } from './sessionEvents';

const piece = fc
  .array(
    fc.oneof(
      fc.constantFrom('', '"', '\\', '\\"', '\\\\', '\n', '\r', '\u2028', '\0', '"}}', '\u001f'),
      fc.constantFrom('😀', '\ud83d', '\ude00', 'é', '{"v":1,"seq":', ',"content":{"type":"text"'),
      fc.constantFrom('words that an agent says. '.repeat(12), 'a', 'bc '),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** Names the subagent where wires put it, or where none does so far. */
function told(chunk: SessionEvent, form: number): SessionEvent {
  const subagent = 'sub_1' as AgentSessionId;
  if (form === 1) return { ...chunk, subagent } as SessionEvent;
  if (form === 2) return { subagent, ...chunk } as SessionEvent;
  return chunk;
}

const run = fc
  .tuple(
    fc.constantFrom('msg_1', 'msg_2'),
    fc.constantFrom('agent' as const, 'agent' as const, 'thought' as const, 'user' as const),
    fc.constantFrom(0, 0, 0, 1, 2),
    fc.array(piece, { minLength: 1, maxLength: 12 }),
  )
  .map(([id, role, form, pieces]) => pieces.map((text) => told(said(text, id, role), form)));
/** A log with texts of all lengths, whole and in pieces, and other things in between. */
export const arbitraryLog = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: run },
      arbitraryEvent.map((event) => [event]),
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => stamp([created(), ...parts.flat()]))
  .map((events) => events.map((event) => ({ ...event, at: 990 + event.seq })));
