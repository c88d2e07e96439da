import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ConnectionError } from '#main/agents/connection';
import { answeredWithin } from './answeredWithin';
import { Deadline } from './deadline';

const never = new Promise<never>(() => undefined);

describe('Deadline', () => {
  it('aborts as a timeout after a period of silence', async () => {
    using deadline = new Deadline(10, new AbortController().signal);
    await once(deadline.signal, 'abort');
    expect(deadline.signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('is extended by each sign of activity', async () => {
    using deadline = new Deadline(60_000, new AbortController().signal);
    deadline.extend();
    expect(deadline.signal.aborted).toBe(false);
  });

  it('aborts for the caller’s reason when the caller gives up', () => {
    const waiting = new AbortController();
    using deadline = new Deadline(60_000, waiting.signal);
    const reason = new Error('Closed');
    waiting.abort(reason);
    expect(deadline.signal.reason).toBe(reason);
  });
});

describe('answeredWithin', () => {
  it('returns the answer, or the error', async () => {
    expect(await answeredWithin(60_000, Promise.resolve(1))).toBe(1);
    const error = new Error('No');
    await expect(answeredWithin(60_000, Promise.reject(error))).rejects.toBe(error);
  });

  it('reports that no answer came', async () => {
    const answer = answeredWithin(5, never);
    await expect(answer).rejects.toBeInstanceOf(ConnectionError);
    await expect(answer).rejects.toMatchObject({ code: 'timeout' });
  });
});
