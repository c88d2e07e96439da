import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AgentId, RuleId, SessionId } from '#shared/ids';
import type { ReadLine } from '#shared/permissions/commandLine';
import { judge } from '#shared/permissions/judge';
import { requestNeeds } from '#shared/permissions/requestNeeds';
import type { PermissionRule, RuleEffect } from '#shared/permissions/rule';
import { noFacts } from '#shared/session/request/askedFacts';
import { propertyRuns } from '#test/support/propertyRuns';
import { loadCommandReader } from './readCommandLine';

let read: ReadLine;
beforeAll(async () => {
  read = await loadCommandReader();
});

function ruleOf(effect: RuleEffect, ...words: readonly string[]): PermissionRule {
  const id = `${effect} ${words.join(' ')}` as RuleId;
  const match = { type: 'command', words, more: false } as const;
  return { id, effect, match, scope: { type: 'always' }, agent: null };
}

function effectOf(command: string, rules: readonly PermissionRule[]): RuleEffect {
  const asked = { ...noFacts, toolKind: 'execute', input: JSON.stringify({ command }) } as const;
  const requester = {
    sessionId: 'ses_1' as SessionId,
    agent: 'claude' as AgentId,
    project: '/project',
    cwd: '/work',
    isolation: 'in-place',
  } as const;
  const shipped = { copyEdits: true, sealedCommands: true };
  const needs = requestNeeds(asked, { cwd: '/work', read });
  return judge(needs, requester, { rules, shipped }).effect;
}

const pieces = fc.constantFrom(
  ...'npm|test|rm|x|cd|sub|$|(|)|`|"|\'|\\|;|&|&&|||>|<|<<|{|}|[|]|*|?|~|!|#|=|-c|sh|env|eval| |\n|\t|\r|A=1|$(|/dev/null|2>&1|é|р|\u200b|\u202e'.split(
    '|',
  ),
);
const noise = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''));
const anyText = fc.oneof(noise, fc.string({ maxLength: 12, unit: 'binary' }));
const runs = { numRuns: propertyRuns(3_000) };

/** The only tokens of which a line that `npm test` allows can be made. */
const HARMLESS =
  /^(?:\s|;|&&|\|\|?|npm(?=[\s])|(?:test|'test'|"test")(?=[\s;|&]|$)|cd\s+(?:[\w/.-]+|'[\w/. -]*'|"[\w/. -]*")|[12]?>>?&?[12]?|&>>?|<|\/dev\/null)*$/;

describe('adding text to a command', () => {
  it('never makes a rule allow more than its own words', () => {
    const rules = [ruleOf('allow', 'npm', 'test')];
    fc.assert(
      fc.property(anyText, anyText, anyText, (before, between, after) => {
        const line = `${before}npm${between}test${after}`;
        if (effectOf(line, rules) === 'allow') expect(line).toMatch(HARMLESS);
      }),
      runs,
    );
  });

  it('never turns a denied command into another', () => {
    const rules = [ruleOf('deny', 'rm'), ruleOf('allow', 'npm', 'test')];
    const joined = fc.constantFrom(' ; ', ' && ', ' || ', ' | ', '\n');
    fc.assert(
      fc.property(noise, joined, joined, noise, (before, first, second, after) => {
        // Within quotes, comments and here-documents the command is text, and no command any more.
        fc.pre(!/["'\\#`<({]/.test(before));
        expect(effectOf(`${before}${first}rm x${second}${after}`, rules)).toBe('deny');
      }),
      runs,
    );
  });

  it('never hides a denied command in what some shells take for a subscript', () => {
    const rules = [ruleOf('deny', 'rm'), ruleOf('allow', 'npm', 'test')];
    expect(effectOf('npm[ ; rm x ; ]\\', rules)).toBe('deny');
    expect(effectOf('npm test && a[1&&rm x]', rules)).toBe('deny');
  });

  it('never makes a rule match a command that is wrapped into another', () => {
    const rules = [ruleOf('allow', 'npm', 'test')];
    const wraps = fc.constantFrom<readonly [string, string]>(
      ['sh -c "', '"'],
      ["bash -c '", "'"],
      ['eval ', ''],
      ['env ', ''],
      ['$(', ')'],
      ['`', '`'],
      ['(', ')'],
      ['{ ', '; }'],
      ['A=1 ', ''],
      ['', ' > file'],
      ['', ' &'],
      ['! ', ''],
      ['x() { ', '; }; x'],
      ['echo <(', ')'],
      ['cat <<E\n$(', ')\nE'],
    );
    fc.assert(
      fc.property(fc.array(wraps, { minLength: 1, maxLength: 3 }), (around) => {
        const line = around.reduce((text, [open, close]) => open + text + close, 'npm test');
        expect(effectOf(line, rules)).toBe('ask');
      }),
      runs,
    );
  });
});
