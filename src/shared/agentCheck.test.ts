import { expect, it } from 'vitest';
import {
  type AgentCheck,
  type CheckFinding,
  changesSince,
  checkReport,
  checkSummary,
} from './agentCheck';
import type { AgentId } from './ids';

const finding = (
  step: CheckFinding['step'],
  verdict: CheckFinding['verdict'],
  advice: string | null = null,
): CheckFinding => ({ step, verdict, message: `About ${step}.`, advice, milliseconds: 12 });

const check = (...findings: readonly CheckFinding[]): AgentCheck => ({
  agentId: 'mine' as AgentId,
  name: 'Mine',
  version: '1.0.0',
  programVersion: null,
  protocol: 'ACP v1 (1)',
  abilities: ['load'],
  at: Date.UTC(2026, 10, 17),
  app: '0.1.0',
  system: 'linux x64',
  withPrompts: false,
  findings,
  stderrTail: 'oh',
});

it('says in a sentence how it went', () => {
  expect(checkSummary(check(finding('start', 'ok'), finding('list', 'skipped')))).toBe('Works');
  expect(checkSummary(check(finding('start', 'ok'), finding('end', 'note')))).toBe(
    'Works, with 1 note',
  );
  expect(
    checkSummary(
      check(finding('start', 'problem'), finding('end', 'note'), finding('list', 'problem')),
    ),
  ).toBe('2 problems');
});

it('compares what both checks have tried', () => {
  const before = check(
    finding('start', 'ok'),
    finding('end', 'problem'),
    finding('list', 'skipped'),
  );
  const after = check(
    finding('start', 'note'),
    finding('end', 'ok'),
    finding('list', 'problem'),
    finding('load', 'problem'),
  );
  expect(changesSince(before, after).map(({ step, isWorse }) => [step, isWorse])).toEqual([
    ['start', true],
    ['end', false],
  ]);
  expect(changesSince(after, after)).toEqual([]);
});

it('is a text that can be sent to somebody', () => {
  expect(checkReport(check(finding('end', 'problem', 'Kill it.')))).toBe(
    `Mine 1.0.0: 1 problem
Checked 2026-11-17T00:00:00.000Z by Airlock 0.1.0 on linux x64, without prompts.
Protocol: ACP v1 (1). Offers: load.

- End: PROBLEM (12 ms). About end. Kill it.

Last output:
oh`,
  );
});
