import { expect, test } from 'vitest';
import type { AgentPowers, Wire } from './agent';
import type { AgentDetails } from './state';
import { whyUnavailable } from './unavailable';

const details = (wire: Wire, powers: Partial<AgentPowers> = {}): AgentDetails => ({
  wire,
  protocolVersion: '1',
  identity: null,
  powers: { prompt: {}, ...powers },
});

test('nothing is unavailable before the agent has said what it can', () => {
  expect(whyUnavailable(null, 'images')).toBeNull();
});

test('what the language lacks comes before what the agent does not offer', () => {
  expect(whyUnavailable(details('threads'), 'images')).toBe('The first draft is text only.');
  expect(whyUnavailable(details('acp'), 'images')).toBe('This agent does not accept images.');
});

test('what an agent offers is there', () => {
  const powers = {
    prompt: { image: true },
    steer: true,
    load: true,
    list: true,
    fork: true,
    logout: true,
  };
  for (const feature of ['images', 'steer', 'resume', 'list', 'fork', 'logout'] as const) {
    expect(whyUnavailable(details('acp'), feature), feature).toMatch(/^This agent .+\.$/);
    expect(whyUnavailable(details('acp', powers), feature), feature).toBeNull();
  }
});

test('what only the language decides is there unless it says otherwise', () => {
  expect(whyUnavailable(details('acp'), 'cancel')).toBeNull();
  expect(whyUnavailable(details('crow'), 'terminals')).toMatch(/run commands themselves/);
});
