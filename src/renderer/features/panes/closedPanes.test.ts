import { describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import { ClosedPanes } from './closedPanes';

const [first, second, third] = ['ses_1', 'ses_2', 'ses_3'] as SessionId[] as [
  SessionId,
  SessionId,
  SessionId,
];

describe('ClosedPanes', () => {
  it('reopens the last closed pane first, with its neighbours', () => {
    const closed = new ClosedPanes();
    closed.add(first, []);
    closed.add(second, [third]);
    expect(closed.takeLast(() => true)).toEqual({ sessionId: second, neighbours: [third] });
    expect(closed.takeLast(() => true)).toEqual({ sessionId: first, neighbours: [] });
    expect(closed.takeLast(() => true)).toBeUndefined();
  });

  it('skips sessions that no longer exist', () => {
    const closed = new ClosedPanes();
    for (const id of [first, second, third, first]) closed.add(id, []);
    expect(closed.size).toBe(3);
    expect(closed.takeLast((id) => id === second)?.sessionId).toBe(second);
    expect(closed.size).toBe(0);
  });
});
