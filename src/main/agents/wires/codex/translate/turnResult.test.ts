import { expect, test } from 'vitest';
import { turnFromWire } from './turnResult';

const failed = (codexErrorInfo: unknown, more: object = {}) => ({
  status: 'failed',
  error: { message: 'Why', codexErrorInfo, additionalDetails: null, ...more },
});

test.each([
  [{ status: 'completed' }, 'end_turn'],
  [{ status: 'interrupted' }, 'cancelled'],
  [{}, 'end_turn'],
  [failed('contextWindowExceeded'), 'max_tokens'],
  [failed('sessionBudgetExceeded'), 'max_turn_requests'],
  [failed('tooManyDenials'), 'max_turn_requests'],
  [failed('cyberPolicy'), 'refusal'],
  [failed('misalignmentPolicyViolation'), 'refusal'],
])('%o ends with %s', (turn, reason) => {
  expect(turnFromWire(turn, null)).toEqual({ reason });
});

test.each([
  [{ status: 'evaporated' }, 'evaporated'],
  [{ status: 'inProgress' }, 'inProgress'],
  [{ status: { of: 'x' } }, '{"of":"x"}'],
])('%o ends for an unknown reason', (turn, unknownReason) => {
  expect(turnFromWire(turn, null)).toEqual({ reason: 'end_turn', unknownReason });
});

test.each([
  [failed('unauthorized'), 'authentication-required', 'Why'],
  [failed('internalServerError'), 'agent-error', 'Why'],
  [failed({ responseStreamDisconnected: { httpStatusCode: 500 } }), 'agent-error', 'Why'],
  [failed('other', { message: 7 }), 'agent-error', 'Codex stopped with an error.'],
  [{ status: 'failed' }, 'agent-error', 'Codex stopped with an error.'],
])('%o is a failure', (turn, code, message) => {
  expect(turnFromWire(turn, null)).toMatchObject({ code, message });
});

test('details and usage are read from the result', () => {
  expect(turnFromWire(failed('other', { additionalDetails: 'More' }), null)).toMatchObject({
    detail: 'More',
  });
  expect(turnFromWire(failed({ newError: { n: 1 } }), null)).toMatchObject({
    detail: 'Codex gives the reason as {"newError":{"n":1}}.',
  });
  const usage = { totalTokens: 1 };
  expect(turnFromWire({ status: 'completed' }, usage)).toEqual({ reason: 'end_turn', usage });
});
