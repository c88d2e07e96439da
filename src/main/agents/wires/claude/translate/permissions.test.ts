import { expect, test } from 'vitest';
import { PERMISSION_OPTIONS } from '../../limits';
import { permissionAnswer, permissionChoices, permissionDescription } from './permissions';

const rule = (more: object = {}) => ({
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'npm *' }],
  behavior: 'allow',
  destination: 'localSettings',
  ...more,
});
const names = (request: object) =>
  permissionChoices(request as never).map(
    ({ option }) => `${option.id} ${option.kind} ${option.name}`,
  );

test('the options are allow, reject, and an always for each suggestion', () => {
  const permission_suggestions = [
    { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
    rule(),
    { type: 'addDirectories', directories: ['/a', '/b'], destination: 'session' },
    { type: 'setMode', mode: 'plan', destination: 'session' },
    rule({ rules: [{ toolName: 'WebFetch' }], destination: 'userSettings' }),
    // These are not lasting permissions.
    rule({ behavior: 'deny' }),
    { type: 'removeRules', rules: [], behavior: 'allow' },
    'nonsense',
  ];
  expect(names({ tool_name: 'Bash', permission_suggestions })).toEqual([
    'allow allow_once Allow',
    'allow-0 allow_always Allow all edits in this session',
    'allow-1 allow_always Always allow Bash(npm *) in this project',
    'allow-2 allow_always Always allow /a, /b in this session',
    'allow-3 allow_always Switch to the mode “plan” in this session',
    'allow-4 allow_always Always allow WebFetch everywhere',
    'reject reject_once Reject',
  ]);
});

test('no always is offered where the agent does not want one', () => {
  const request = { permission_suggestions: [rule()], suppress_always_allow_rule: true };
  expect(names(request)).toHaveLength(2);
});

test('the number of options is limited', () => {
  const request = { permission_suggestions: Array.from({ length: 100 }, () => rule()) };
  expect(names(request)).toHaveLength(PERMISSION_OPTIONS);
});

test('a plan is carried out with or without further questions', () => {
  expect(names({ tool_name: 'ExitPlanMode' })).toEqual([
    'allow-edits allow_always Yes, and accept edits',
    'allow allow_once Yes, and ask before each edit',
    'reject reject_once No, keep planning',
  ]);
});

test('each choice is translated into the agent’s answer', () => {
  const suggestion = rule();
  const choices = permissionChoices({ permission_suggestions: [suggestion] });
  const input = { command: 'npm test' };
  const told = (optionId: string) =>
    permissionAnswer(choices, { type: 'selected', optionId }, input);
  expect(told('allow')).toEqual({
    answer: { behavior: 'allow', updatedInput: input },
    isAllowed: true,
  });
  expect(told('allow-0').answer).toEqual({
    behavior: 'allow',
    updatedInput: input,
    updatedPermissions: [suggestion],
  });
  expect(told('reject')).toMatchObject({
    answer: { behavior: 'deny', interrupt: false },
    isAllowed: false,
  });
  // An unknown option is not a permission.
  expect(told('anything')).toMatchObject({ answer: { behavior: 'deny', interrupt: true } });
  expect(permissionAnswer(choices, { type: 'cancelled' }, input)).toMatchObject({
    answer: { behavior: 'deny', interrupt: true },
  });
});

test('the reason for the request is shown', () => {
  const request = {
    description: 'npm test',
    decision_reason: 'A rule says so',
    blocked_path: '/etc/hosts',
  };
  expect(permissionDescription(request, 'npm test')).toBe('A rule says so\nPath: /etc/hosts');
  expect(permissionDescription({}, 'x')).toBe('');
});
