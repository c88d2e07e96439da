import { expect, test } from 'vitest';
import { knownAgents } from '#shared/knownAgents';
import { knownPlaces, placesOf } from './agentPlaces';

test('it is known of every known agent what it keeps', () => {
  const ids = knownPlaces.map(({ id }) => id);
  expect(knownAgents.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([]);
});

test.each([
  [['claude', '-p'], 'claude'],
  [['npx', '-y', '@openai/codex@1.0.0'], 'codex'],
  [['node', '/data/agents/copilot/1.0.0/node_modules/@github/copilot/npm-loader.js'], 'copilot'],
  [['node', '/data/agents/kimi/2.1.0/node_modules/@moonshot-ai/kimi-code/dist/main.mjs'], 'kimi'],
  [['node', '/x/node_modules/other/node_modules/helper/index.js'], null],
  [['mine'], null],
])('%j is that of %s', (commandLine, id) => {
  expect(placesOf(commandLine)?.id ?? null).toBe(id);
});
