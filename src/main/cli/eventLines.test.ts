import { describe, expect, it } from 'vitest';
import { everyEvent, sampleEvents } from '#test/support/everyEvent';
import { said, stamp } from '#test/support/sessionEvents';
import { eventLines } from './eventLines';

function shown(...events: Parameters<typeof stamp>[0]): readonly string[] {
  return stamp(events).flatMap(eventLines);
}

describe('eventLines', () => {
  it('shows who said what', () => {
    expect(shown(said('Hello\nthere'), said('Hm', 'm', 'thought'))).toEqual([
      '» Hello',
      'there',
      '~ Hm',
    ]);
  });

  it('numbers the options', () => {
    expect(shown(...sampleEvents['permission.asked'])).toEqual([
      ...['? May I?', '  1. Yes'],
      ...['? May I still?', '  1. Yes'],
    ]);
    expect(shown(...sampleEvents['authentication.required'])).toEqual(['! Log in.', '  1. Log in']);
  });

  it('shows why a process ended, with its output', () => {
    expect(shown(...sampleEvents['agent.failed'])).toEqual(['! It would not start.', 'oh']);
  });

  it('removes escape sequences that would move the cursor', () => {
    expect(shown(said('a\u001b[2Jb\u0007\tc'))).toEqual(['» a�[2Jb�\tc']);
  });

  it('gives lines without line feeds, for any event', () => {
    for (const line of shown(...everyEvent)) expect(line).not.toMatch(/[\n\r]/);
  });
});
