import { describe, expect, test } from 'vitest';
import { assistant, heard, stream, text } from '#test/support/claudeMessages';

describe('usage', () => {
  const usage = { input_tokens: 5, cache_read_input_tokens: 10, output_tokens: 1 };
  const result = (more: object = {}) => ({
    type: 'result',
    subtype: 'success',
    modelUsage: { big: { contextWindow: 200 }, small: { contextWindow: 100 } },
    total_cost_usd: 0.5,
    ...more,
  });

  test('is reported once the size of the context is known', () => {
    const said = assistant([text('x')], { model: 'small', usage });
    const more = stream({ type: 'message_delta', usage: { ...usage, output_tokens: 9 } });
    const cost = { amount: 0.5, currency: 'USD' };
    expect(heard(said, result(), more).filter(({ type }) => type === 'usage.updated')).toEqual([
      { type: 'usage.updated', usage: { used: 16, size: 100, cost } },
      { type: 'usage.updated', usage: { used: 24, size: 100, cost } },
    ]);
  });

  test('of a subagent does not count for the session', () => {
    const said = { ...assistant([text('x')], { usage }), parent_tool_use_id: 'task' };
    expect(heard(said, result()).map(({ type }) => type)).toEqual(['message.appended']);
  });
});
