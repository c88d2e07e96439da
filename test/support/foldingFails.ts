import { expect } from 'vitest';
import { type Heard, isEvent } from '#main/agents/wires/heard';
import { jsonText } from '#main/agents/wires/json';
import type { SessionId } from '#shared/ids';
import { EVENT_VERSION } from '#shared/session/events';
import { apply, createState } from '#shared/session/fold';

/** The problem with these events: they must be JSON, and the reducer must accept them. */
export function foldingFails(heard: readonly Heard[]): unknown {
  const state = createState('ses_hostile' as SessionId);
  let seq = 0;
  for (const event of heard.filter(isEvent)) {
    seq++;
    try {
      expect(JSON.parse(jsonText(event))).toEqual(event);
      apply(state, { ...event, v: EVENT_VERSION, seq, at: seq });
    } catch (error) {
      return error;
    }
  }
  return null;
}
