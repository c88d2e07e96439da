import { expect, it } from 'vitest';
import {
  judgeCancel,
  judgeCommand,
  judgeEnd,
  judgeLogin,
  judgeOutput,
  judgePermission,
  judgeSealedWork,
  judgeWrite,
} from './verdicts';

const end = { step: 'input-ended', milliseconds: 5, left: 0, leftBehind: 0 } as const;
const done = { isThere: true, byUs: false, wasRefused: false, reachedOut: false };
const missing = { ...done, isThere: false };

it.each([
  ['ok', judgeOutput({ garbage: 0, problems: 0 })],
  ['note', judgeOutput({ garbage: 1, problems: 0 })],
  ['problem', judgeOutput({ garbage: 1, problems: 1 })],
  ['ok', judgeEnd(end)],
  ['note', judgeEnd({ ...end, step: 'terminated' })],
  ['note', judgeEnd({ ...end, step: 'terminated', leftBehind: 2 })],
  ['problem', judgeEnd({ ...end, step: 'killed' })],
  ['problem', judgeEnd({ ...end, step: 'killed', left: 1, leftBehind: 1 })],
  ['ok', judgeLogin('none', [], '')],
  ['problem', judgeLogin('at-prompt', [], 'Log in.')],
  ['ok', judgePermission({ wasAsked: true, isWritten: false })],
  ['problem', judgePermission({ wasAsked: true, isWritten: true })],
  ['note', judgePermission({ wasAsked: false, isWritten: true })],
  ['note', judgePermission({ wasAsked: false, isWritten: false })],
  ['ok', judgeWrite(done)],
  ['note', judgeWrite(missing)],
  ['note', judgeWrite({ ...missing, reachedOut: true })],
  ['problem', judgeWrite(done, ['beside.txt'])],
  ['ok', judgeCommand(done)],
  ['note', judgeCommand(missing)],
  ['ok', judgeCancel({ type: 'ended', reason: 'cancelled' })],
  ['note', judgeCancel({ type: 'ended', reason: 'end_turn' })],
  ['note', judgeCancel({ type: 'error', message: 'Aborted.' })],
  ['problem', judgeCancel({ type: 'late' })],
  ['skipped', judgeCancel({ type: 'early' })],
  ['ok', judgeSealedWork(done, done)],
  ['note', judgeSealedWork(done, missing)],
])('%s: %o', (verdict, judged) => {
  expect(judged.verdict).toBe(verdict);
  expect(judged.message).toMatch(/^[A-Z0-9].*[.]$/);
  if (verdict === 'problem') expect(judged.advice).toMatch(/[.]$/);
});
