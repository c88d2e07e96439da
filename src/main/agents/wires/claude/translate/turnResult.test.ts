import { expect, test } from 'vitest';
import { ConnectionError } from '#main/agents/connection';
import { answeredMessages, isOwnTurn, turnFromResult } from './turnResult';

const calm = { isCancelling: false, apiError: null };

test.each([
  [{ subtype: 'success' }, 'end_turn'],
  [{ subtype: 'success', stop_reason: 'end_turn', is_error: false }, 'end_turn'],
  [{ subtype: 'success', stop_reason: 'max_tokens' }, 'max_tokens'],
  [{ subtype: 'success', stop_reason: 'model_context_window_exceeded' }, 'max_tokens'],
  [{ subtype: 'success', stop_reason: 'refusal' }, 'refusal'],
  [{ subtype: 'cancelled' }, 'cancelled'],
  [{ subtype: 'max_tokens' }, 'max_tokens'],
  [{ subtype: 'error_max_turns', is_error: true }, 'max_turn_requests'],
  [{ subtype: 'error_max_budget_usd', is_error: true }, 'max_turn_requests'],
  [
    { subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_tools' },
    'cancelled',
  ],
  [
    { subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_streaming' },
    'cancelled',
  ],
  [{ subtype: 'success', stop_reason: 'tool_use' }, 'end_turn'],
  [{ subtype: 'success', stop_reason: null }, 'end_turn'],
  [{}, 'end_turn'],
])('%o ends with %s', (result, reason) => {
  expect(turnFromResult(result, calm)).toEqual({ reason });
});

test.each([
  [{ subtype: 'something_new' }, 'something_new'],
  [{ subtype: 7 }, '7'],
  [{ subtype: 'success', stop_reason: 'pause_turn' }, 'pause_turn'],
  [{ subtype: 'success', stop_reason: ['x'] }, '["x"]'],
])('%o ends for an unknown reason', (result, unknownReason) => {
  expect(turnFromResult(result, calm)).toEqual({ reason: 'end_turn', unknownReason });
});

test('a failure of an unknown kind has the kind in its details', () => {
  const result = { subtype: 'error_of_a_new_kind', result: 'It is new' };
  expect(turnFromResult(result, calm)).toMatchObject({
    detail: 'Claude gives the reason as error_of_a_new_kind.',
  });
});

test.each([
  [{ subtype: 'success', is_error: true, result: 'It broke' }, 'agent-error', 'It broke'],
  [
    { subtype: 'success', is_error: true, result: 'Not logged in · Please run /login' },
    'authentication-required',
    'Not logged in · Please run /login',
  ],
  [
    { subtype: 'error_during_execution', is_error: true, errors: ['', 'Why'] },
    'agent-error',
    'Why',
  ],
  [
    { subtype: 'error_during_execution', errors: ['No conversation found with session ID: x'] },
    'not-found',
    'No conversation found with session ID: x',
  ],
  [
    { subtype: 'error_max_structured_output_retries', is_error: true },
    'agent-error',
    'Claude stopped with an error (error_max_structured_output_retries).',
  ],
  [
    { subtype: 'something_new', is_error: true },
    'agent-error',
    'Claude stopped with an error (something_new).',
  ],
  [{ subtype: 'error_of_a_new_kind', result: 'It is new' }, 'agent-error', 'It is new'],
])('%o is a failure', (result, code, message) => {
  const failed = turnFromResult(result, calm);
  expect(failed).toBeInstanceOf(ConnectionError);
  expect(failed).toMatchObject({ code, message });
});

test('the API error explains more than the result', () => {
  const result = { subtype: 'success', is_error: true, result: 'x' };
  const after = (kind: string) => ({ isCancelling: false, apiError: { kind, text: 'told' } });
  expect(turnFromResult(result, after('authentication_failed'))).toMatchObject({
    code: 'authentication-required',
  });
  expect(turnFromResult(result, after('max_output_tokens'))).toEqual({ reason: 'max_tokens' });
  expect(turnFromResult({ is_error: true }, after('overloaded'))).toMatchObject({
    code: 'agent-error',
    message: 'told',
  });
});

test('an error in a turn that the app stopped counts as stopped', () => {
  const stopping = { isCancelling: true, apiError: null };
  expect(turnFromResult({ subtype: 'error_during_execution' }, stopping)).toEqual({
    reason: 'cancelled',
  });
  expect(turnFromResult({ subtype: 'success' }, stopping)).toEqual({ reason: 'end_turn' });
});

test('usage is read from the result', () => {
  const usage = {
    input_tokens: 1,
    output_tokens: 2,
    cache_read_input_tokens: 3,
    cache_creation_input_tokens: 4,
    output_tokens_details: { thinking_tokens: 1 },
  };
  expect(turnFromResult({ subtype: 'success', usage }, calm)).toEqual({
    reason: 'end_turn',
    usage: {
      totalTokens: 10,
      inputTokens: 1,
      outputTokens: 2,
      cachedReadTokens: 3,
      cachedWriteTokens: 4,
      thoughtTokens: 1,
    },
  });
});

test('Claude’s own turns are recognised, and the answered messages listed', () => {
  expect(isOwnTurn({})).toBe(false);
  expect(isOwnTurn({ origin: { kind: 'human' } })).toBe(false);
  expect(isOwnTurn({ origin: { kind: 'task-notification' } })).toBe(true);
  expect(answeredMessages({ user_message_uuid: 'a', user_message_uuids: ['b'] })).toEqual([
    'b',
    'a',
  ]);
  expect(answeredMessages({ user_message_uuid: 'a', user_message_uuids: ['a'] })).toEqual(['a']);
});
