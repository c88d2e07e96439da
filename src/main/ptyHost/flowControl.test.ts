import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HIGH_WATER_CHARACTERS, LOW_WATER_CHARACTERS } from '#shared/terminal/flowControl';
import { FlowControl } from './flowControl';

class Tap {
  isOpen = true;
  pause(): void {
    this.isOpen = false;
  }
  resume(): void {
    this.isOpen = true;
  }
}

describe('FlowControl', () => {
  it('pauses above the high-water mark and continues below the low one', () => {
    const tap = new Tap();
    const flow = new FlowControl(tap);
    flow.sent(HIGH_WATER_CHARACTERS);
    expect(tap.isOpen).toBe(true);
    flow.sent(1);
    expect(tap.isOpen).toBe(false);
    flow.acknowledged(HIGH_WATER_CHARACTERS - LOW_WATER_CHARACTERS);
    expect(tap.isOpen).toBe(false);
    flow.acknowledged(2);
    expect(tap.isOpen).toBe(true);
  });

  it('does not wait for a disconnected reader', () => {
    const tap = new Tap();
    const flow = new FlowControl(tap);
    flow.sent(2 * HIGH_WATER_CHARACTERS);
    flow.reset();
    expect(tap.isOpen).toBe(true);
    expect(flow.pending).toBe(0);
  });

  it('is open whenever everything was acknowledged, even more than was sent', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(HIGH_WATER_CHARACTERS))), (steps) => {
        const tap = new Tap();
        const flow = new FlowControl(tap);
        for (const [isSent, count] of steps) {
          if (isSent) flow.sent(count);
          else flow.acknowledged(count);
          expect(flow.pending).toBeGreaterThanOrEqual(0);
          if (flow.pending > HIGH_WATER_CHARACTERS) expect(tap.isOpen).toBe(false);
          if (flow.pending < LOW_WATER_CHARACTERS) expect(tap.isOpen).toBe(true);
        }
      }),
    );
  });
});
