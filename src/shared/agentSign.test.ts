import { describe, expect, it } from 'vitest';
import { agentSign } from './agentSign';
import { knownAgents } from './knownAgents';

describe('agentSign', () => {
  it('gives each known agent a shape of its own, which no other agent has', () => {
    const known = ['demo', ...knownAgents.map(({ id }) => id)].map((id) => agentSign(id).glyph);
    expect(new Set(known).size).toBe(known.length);
    const others = Array.from({ length: 500 }, (_, index) => agentSign(`agent-${index}`).glyph);
    expect(others.filter((glyph) => known.includes(glyph))).toEqual([]);
  });

  it('is the same each time', () => {
    expect(agentSign('mine')).toEqual(agentSign('mine'));
  });

  it('tells agents with the same initial apart', () => {
    for (const ids of [
      ['claude', 'codex', 'copilot', 'cursor', 'cline'],
      ['alpha', 'aider', 'amp', 'auggie'],
      ['goose', 'gemini', 'gptme', 'grok'],
    ]) {
      const signs = ids.map((id) => JSON.stringify(agentSign(id)));
      expect(new Set(signs).size).toBe(ids.length);
    }
  });

  it('spreads over shapes and colours', () => {
    const signs = Array.from({ length: 400 }, (_, index) => agentSign(`local-${index}`));
    expect(new Set(signs.map(({ glyph }) => glyph)).size).toBe(12);
    expect(new Set(signs.map((mark) => JSON.stringify(mark))).size).toBeGreaterThan(90);
  });
});
