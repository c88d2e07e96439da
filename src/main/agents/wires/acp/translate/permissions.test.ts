import { expect, test } from 'vitest';
import { PERMISSION_OPTIONS } from '../../limits';
import { permissionFromWire } from './permissions';

const allow = { optionId: 'yes', name: 'Yes', kind: 'allow_once' };

test('options are kept as the agent names them', () => {
  expect(
    permissionFromWire({
      toolCall: { toolCallId: 't', title: 'Run ls', kind: 'execute', status: 'pending' },
      options: [
        allow,
        { optionId: 'no', name: 'No', kind: 'reject_always' },
        { optionId: 'later', name: 'Later', kind: 'postpone' },
        { optionId: 'yes', name: 'Again', kind: 'allow_always' },
        { optionId: 'bare' },
        { name: 'no id' },
      ],
    }),
  ).toEqual({
    toolCallId: 't',
    tool: { title: 'Run ls', kind: 'execute', status: 'pending' },
    title: 'Run ls',
    options: [
      { id: 'yes', name: 'Yes', kind: 'allow_once' },
      { id: 'no', name: 'No', kind: 'reject_always' },
      { id: 'later', name: 'Later', kind: 'other' },
      { id: 'bare', name: 'bare', kind: 'other' },
    ],
  });
});

test('an empty part does not erase what the tool call already shows', () => {
  const call = { toolCallId: 't', content: [], locations: [], rawInput: {}, title: 'Approve Plan' };
  expect(permissionFromWire({ toolCall: call, options: [allow] })).toMatchObject({
    tool: { title: 'Approve Plan' },
  });
  expect(permissionFromWire({ toolCall: call, options: [allow] })).not.toHaveProperty(
    'tool.content',
  );
});

test.each([
  ['no list', 'yes', /list/],
  ['an empty list', [], /no option/],
  ['options without ids', [{ name: 'Yes' }], /no option/],
  ['a flood', Array.from({ length: PERMISSION_OPTIONS + 1 }, () => allow), /at most 32/],
])('a request with %s is refused', (_, options, reason) => {
  expect(permissionFromWire({ toolCall: { toolCallId: 't' }, options })).toMatch(reason);
});

test('a request without details can still be shown', () => {
  expect(permissionFromWire({ options: [allow] })).toEqual({
    toolCallId: null,
    tool: {},
    title: 'The agent asks for permission',
    options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' }],
  });
});
