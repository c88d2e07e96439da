import { describe, expect, it } from 'vitest';
import { capabilityWords, promptWords } from './capabilities';

describe('capabilities in words', () => {
  it('names what the agent can do and nothing else', () => {
    const powers = { load: true, fork: false, steer: true, prompt: {}, mcp: { http: true } };
    expect(capabilityWords(powers)).toEqual([
      'load conversations with all that was said',
      'take messages while it works',
      'use MCP servers over HTTP',
    ]);
    expect(capabilityWords({ prompt: {} })).toEqual([]);
  });

  it('names what prompts may hold', () => {
    expect(promptWords({ prompt: {} })).toBe('text, links');
    expect(promptWords({ prompt: { image: true, embeddedContext: true } })).toBe(
      'text, links, images, files',
    );
  });
});
