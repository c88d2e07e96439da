import { describe, expect, test } from 'vitest';
import type { ToolFields } from '#shared/session/events';
import { answerTo, approvalFrom, askFrom } from './approvals';

const known: ToolFields = { title: 'Create a', kind: 'edit', content: [] };
const unknown = () => ({});

function approval(method: string, params: object, before = unknown as () => ToolFields) {
  const made = approvalFrom(method, params as never, before, '/work');
  if (made === null) throw new Error(`${method} asks for nothing.`);
  return made;
}

const names = (made: ReturnType<typeof approval>) =>
  made.choices.map(({ option }) => `${option.id} ${option.kind} ${option.name}`);
const answers = (made: ReturnType<typeof approval>) =>
  made.choices.map(({ option }) => answerTo(made, { type: 'selected', optionId: option.id }));

describe('a command', () => {
  const method = 'item/commandExecution/requestApproval';
  const amendment = { execpolicy_amendment: ['/bin/bash', '-lc', 'npm test'] };
  const network = { network_policy_amendment: { host: 'x.org', action: 'allow' } };
  const denial = { network_policy_amendment: { host: 'y.org', action: 'deny' } };
  const params = {
    kind: 'command',
    itemId: 'c',
    reason: 'Why',
    command: "/bin/bash -lc 'npm test'",
    cwd: '/work',
    commandActions: [{ type: 'unknown', command: 'npm test' }],
  };

  test('can be rejected, however many decisions are listed', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({
      applyNetworkPolicyAmendment: {
        network_policy_amendment: { host: `h${index}`, action: 'allow' },
      },
    }));
    for (const availableDecisions of [Array(100).fill('accept'), many, [...many, 'cancel']]) {
      const made = approval(method, { ...params, availableDecisions });
      const ids = made.choices.map(({ option }) => option.id);
      expect(ids).toContain('decline');
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeLessThanOrEqual(32);
      expect(ids.includes('cancel')).toBe(availableDecisions.includes('cancel'));
    }
  });

  test('offers all the decisions that Codex lists', () => {
    const availableDecisions = [
      'accept',
      'acceptForSession',
      { acceptWithExecpolicyAmendment: amendment },
      'cancel',
      { applyNetworkPolicyAmendment: network },
      { applyNetworkPolicyAmendment: denial },
      'decline',
      'telepathy',
      { telepathy: {} },
    ];
    const made = approval(method, { ...params, availableDecisions });
    expect(names(made)).toEqual([
      'accept allow_once Allow',
      'acceptForSession allow_always Allow in this session',
      'rule-2 allow_always Always allow “npm test”',
      'rule-4 allow_always Always allow x.org',
      'rule-5 reject_always Never allow y.org',
      'decline reject_once Reject',
      'cancel reject_once Reject and stop',
    ]);
    expect(answers(made)).toEqual([
      { decision: 'accept' },
      { decision: 'acceptForSession' },
      { decision: { acceptWithExecpolicyAmendment: amendment } },
      { decision: { applyNetworkPolicyAmendment: network } },
      { decision: { applyNetworkPolicyAmendment: denial } },
      { decision: 'decline' },
      { decision: 'cancel' },
    ]);
    expect(answerTo(made, { type: 'cancelled' })).toEqual({ decision: 'cancel' });
    expect(answerTo(made, { type: 'selected', optionId: 'x' })).toEqual({ decision: 'cancel' });
  });

  test('can always be rejected without stopping the turn', () => {
    const made = approval(method, { ...params, availableDecisions: ['accept', 'cancel'] });
    expect(names(made)).toContain('decline reject_once Reject');
  });

  test('has default decisions in a version that lists none', () => {
    const made = approval(method, {
      ...params,
      proposedExecpolicyAmendment: amendment.execpolicy_amendment,
      proposedNetworkPolicyAmendments: [network.network_policy_amendment],
    });
    expect(made.choices.map(({ option }) => option.id)).toEqual([
      'accept',
      'acceptForSession',
      'rule-2',
      'rule-3',
      'decline',
      'cancel',
    ]);
  });

  test('is shown with its command, its reason and its kind', () => {
    expect(askFrom(approval(method, params), 'c')).toMatchObject({
      toolCallId: 'c',
      title: 'npm test',
      description: 'Why\n/work',
      tool: { title: 'npm test', kind: 'execute' },
    });
    const input = { ...params, kind: 'writeStdin' };
    expect(approval(method, input).title).toBe('Type into npm test');
    const connect = { ...params, networkApprovalContext: { host: 'x.org', protocol: 'https' } };
    expect(approval(method, connect).title).toBe('Connect to x.org');
    const bare = approval(method, { itemId: 'c' }, () => known);
    expect(bare).toMatchObject({ title: 'Create a', tool: known, description: '' });
  });
});

test('a change of files is asked with what is known of it', () => {
  const params = { itemId: 'f', reason: 'Why', grantRoot: '/work' };
  const made = approval('item/fileChange/requestApproval', params, () => known);
  expect(askFrom(made, 'f')).toMatchObject({
    title: 'Create a',
    tool: known,
    description: 'Why\nIt asks to write anywhere in /work.',
  });
  expect(answers(made)).toEqual(
    ['accept', 'acceptForSession', 'decline', 'cancel'].map((decision) => ({ decision })),
  );
});

test('a request for more permissions is shown', () => {
  const permissions = { network: { enabled: true }, fileSystem: null };
  const made = approval('item/permissions/requestApproval', {
    itemId: 'p',
    permissions,
    reason: 'r',
  });
  expect(answers(made)).toEqual([
    { permissions, scope: 'turn' },
    { permissions, scope: 'session' },
    { permissions: {}, scope: 'turn' },
  ]);
  expect(answerTo(made, { type: 'cancelled' })).toEqual({ permissions: {}, scope: 'turn' });
});

describe('the older protocol', () => {
  const decisions = ['approved', 'approved_for_session', 'denied', 'abort'];

  test('asks for a command', () => {
    const params = {
      conversationId: 't',
      callId: 'c',
      command: ['bash', '-lc', 'ls'],
      cwd: '/work',
      reason: null,
      parsedCmd: [{ type: 'list_files', cmd: 'ls' }],
    };
    const made = approval('execCommandApproval', params);
    expect(made).toMatchObject({ itemId: 'c', title: 'ls', tool: { kind: 'search' } });
    expect(answers(made)).toEqual(decisions.map((decision) => ({ decision })));
    expect(answerTo(made, { type: 'cancelled' })).toEqual({ decision: 'abort' });
  });

  test('asks for a command with a proposed rule', () => {
    const rule = ['npm', 'test'];
    const made = approval('execCommandApproval', {
      callId: 'c',
      command: rule,
      proposedExecpolicyAmendment: rule,
    });
    expect(made.choices.map(({ option }) => option.name)).toContain('Always allow “npm test”');
    expect(answers(made)).toContainEqual({
      decision: { approved_execpolicy_amendment: { proposed_execpolicy_amendment: rule } },
    });
  });

  test('asks for a patch', () => {
    const fileChanges = {
      '/work/a': { type: 'add', content: 'x' },
      '/work/b': { type: 'delete', content: 'y' },
      '/work/c': { type: 'update', unified_diff: '@@', move_path: null },
    };
    const made = approval('applyPatchApproval', { callId: 'p', fileChanges });
    expect(made).toMatchObject({
      itemId: 'p',
      title: 'Edit a, b, c',
      tool: {
        content: [
          { type: 'diff', path: '/work/a', before: null, after: 'x' },
          { type: 'diff', path: '/work/b', before: 'y', after: null },
          { type: 'patch', paths: ['/work/c'] },
        ],
      },
    });
    expect(answers(made)).toEqual(decisions.map((decision) => ({ decision })));
  });
});

test('other requests are not approvals', () => {
  expect(approvalFrom('item/tool/call', {}, unknown, '')).toBeNull();
});
