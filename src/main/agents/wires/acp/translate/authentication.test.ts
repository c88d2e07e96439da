import { expect, test } from 'vitest';
import { authenticationFromWire } from './authentication';

test.each<[string, object, object]>([
  ['plain', {}, { type: 'agent' }],
  [
    'terminal',
    { type: 'terminal', args: ['login'], env: { HOME: '/h', BAD: 1 } },
    { type: 'terminal', args: ['login'], env: { HOME: '/h' } },
  ],
  [
    'terminal, with the older form beside it',
    {
      type: 'terminal',
      args: ['--cli', 'login'],
      _meta: { 'terminal-auth': { command: '/bin/node', args: ['x'], label: 'Claude Login' } },
    },
    { type: 'terminal', args: ['--cli', 'login'], env: {}, label: 'Claude Login' },
  ],
  [
    'terminal, the older form alone',
    { _meta: { 'terminal-auth': { command: '/bin/copilot', args: ['login'], label: 'Login' } } },
    { type: 'terminal', command: '/bin/copilot', args: ['login'], env: {}, label: 'Login' },
  ],
  [
    'terminal, in qwen’s form',
    { _meta: { type: 'terminal', args: ['--auth-type=openai'] } },
    { type: 'terminal', args: ['--auth-type=openai'], env: {} },
  ],
  [
    'an API key',
    { _meta: { 'api-key': { provider: 'openai' } } },
    { type: 'api-key', provider: 'openai' },
  ],
  ['an API key without a provider', { _meta: { 'api-key': {} } }, { type: 'api-key' }],
  [
    'environment variables',
    { type: 'env_var', vars: [{ name: 'OPENAI_API_KEY' }, { label: 'x' }] },
    { type: 'environment', variables: ['OPENAI_API_KEY'] },
  ],
  ['a gateway', { _meta: { gateway: { protocol: 'google' } } }, { type: 'agent' }],
])('%s', (_, method, how) => {
  const methods = authenticationFromWire([{ id: 'm', name: 'Method', ...method }]);
  expect(methods).toEqual([{ id: 'm', name: 'Method', how }]);
});

test('methods that cannot be chosen are left out, and methods without a name are named by their id', () => {
  expect(
    authenticationFromWire([{ name: 'x' }, null, 'y', { id: 'z', description: ' Words ' }]),
  ).toEqual([{ id: 'z', name: 'z', description: 'Words', how: { type: 'agent' } }]);
  expect(authenticationFromWire(undefined)).toEqual([]);
});

test('a login of more than anybody could check is left out', () => {
  const long = 'x'.repeat(100_000);
  const offered = [
    { id: 'command', _meta: { 'terminal-auth': { command: long, args: [] } } },
    { id: 'arguments', type: 'terminal', args: [long] },
    { id: 'variables', type: 'env_var', vars: [{ name: long }] },
    { id: 'plain' },
  ];
  expect(authenticationFromWire(offered).map(({ id }) => id)).toEqual(['plain']);
});
