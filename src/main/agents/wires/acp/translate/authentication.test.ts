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
    'terminal, with the older way beside it',
    {
      type: 'terminal',
      args: ['--cli', 'login'],
      _meta: { 'terminal-auth': { command: '/bin/node', args: ['x'], label: 'Claude Login' } },
    },
    { type: 'terminal', args: ['--cli', 'login'], env: {}, label: 'Claude Login' },
  ],
  [
    'terminal, the older way alone',
    { _meta: { 'terminal-auth': { command: '/bin/copilot', args: ['login'], label: 'Login' } } },
    { type: 'terminal', command: '/bin/copilot', args: ['login'], env: {}, label: 'Login' },
  ],
  [
    'terminal, qwen’s way',
    { _meta: { type: 'terminal', args: ['--auth-type=openai'] } },
    { type: 'terminal', args: ['--auth-type=openai'], env: {} },
  ],
  [
    'an API key',
    { _meta: { 'api-key': { provider: 'openai' } } },
    { type: 'api-key', provider: 'openai' },
  ],
  ['an API key of nobody', { _meta: { 'api-key': {} } }, { type: 'api-key' }],
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

test('what cannot be chosen is left out, and what has no name is called by its id', () => {
  expect(
    authenticationFromWire([{ name: 'x' }, null, 'y', { id: 'z', description: ' Words ' }]),
  ).toEqual([{ id: 'z', name: 'z', description: 'Words', how: { type: 'agent' } }]);
  expect(authenticationFromWire(undefined)).toEqual([]);
});
