import { expect, test } from 'vitest';
import type { AgentPowers } from '../agent';
import type { AgentDetails } from '../state';
import type { Wire } from '../wires';
import { whyUnavailable } from './unavailable';

const details = (wire: Wire, powers: Partial<AgentPowers> = {}): AgentDetails => ({
  wire,
  protocolVersion: '1',
  identity: null,
  powers: { prompt: {}, ...powers },
});

test('nothing is unavailable before the agent has reported its capabilities', () => {
  expect(whyUnavailable(null, 'images')).toBeNull();
});

test('the limits of the protocol are reported before those of the agent', () => {
  expect(whyUnavailable(details('threads'), 'images')).toBe('This protocol is text only.');
  expect(whyUnavailable(details('acp'), 'images')).toBe('This agent does not accept images.');
});

test('a feature that the agent offers is available', () => {
  const powers = {
    prompt: { image: true, audio: true },
    steer: true,
    load: true,
    list: true,
    fork: true,
    logout: true,
  };
  for (const feature of ['images', 'audio', 'steer', 'resume', 'list', 'fork', 'logout'] as const) {
    expect(whyUnavailable(details('acp'), feature), feature).toMatch(/^This agent .+\.$/);
    expect(whyUnavailable(details('acp', powers), feature), feature).toBeNull();
  }
});

test('a feature that depends only on the protocol is available unless the protocol excludes it', () => {
  expect(whyUnavailable(details('acp'), 'cancel')).toBeNull();
  expect(whyUnavailable(details('crow'), 'terminals')).toMatch(/run commands themselves/);
});
