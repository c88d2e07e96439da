import { describe, expect, it } from 'vitest';
import { decideRestart } from './restartPolicy';

describe('decideRestart', () => {
  it('increases the delay and gives up after five restarts in three minutes', () => {
    const restarts: number[] = [];
    const delays: number[] = [];
    let now = 1_000_000;
    for (;;) {
      const decision = decideRestart(restarts, now);
      if (decision.type === 'give-up') {
        expect(decision.message).toBe('The agent was restarted 5 times within 3 minutes.');
        break;
      }
      delays.push(decision.delayMilliseconds);
      now += decision.delayMilliseconds;
      restarts.push(now);
      now += 100;
    }
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
  });

  it('ignores restarts that are long past', () => {
    const restarts = [0, 1, 2, 3, 4];
    expect(decideRestart(restarts, 179_999).type).toBe('give-up');
    expect(decideRestart(restarts, 180_000)).toEqual({ type: 'restart', delayMilliseconds: 8_000 });
    expect(decideRestart(restarts, 180_004)).toEqual({ type: 'restart', delayMilliseconds: 500 });
  });
});
