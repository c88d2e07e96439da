import { describe, expect, it } from 'vitest';
import { capabilityWords, promptWords } from './capabilities';

describe('capabilities in words', () => {
  it('lists what the agent can do and nothing else', () => {
    const powers = { load: true, fork: false, steer: true, prompt: {}, mcp: { http: true } };
    expect(capabilityWords(powers)).toEqual([
      'load sessions with their history',
      'accept messages while working',
      'use MCP servers over HTTP',
    ]);
    expect(capabilityWords({ prompt: {} })).toEqual([]);
  });

  it('lists what prompts may contain', () => {
    expect(promptWords({ prompt: {} })).toBe('text, links');
    expect(promptWords({ prompt: { image: true, embeddedContext: true } })).toBe(
      'text, links, images, files',
    );
  });
});
