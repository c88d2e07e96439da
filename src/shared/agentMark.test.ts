import { describe, expect, it } from 'vitest';
import { agentMark } from './agentMark';
import { knownAgents } from './knownAgents';

describe('agentMark', () => {
  it('gives each known agent a shape of its own, which no other agent has', () => {
    const known = ['demo', ...knownAgents.map(({ id }) => id)].map((id) => agentMark(id).glyph);
    expect(new Set(known).size).toBe(known.length);
    const others = Array.from({ length: 500 }, (_, index) => agentMark(`agent-${index}`).glyph);
    expect(others.filter((glyph) => known.includes(glyph))).toEqual([]);
  });

  it('is the same each time', () => {
    expect(agentMark('mine')).toEqual(agentMark('mine'));
  });

  it('tells agents with the same initial apart', () => {
    for (const ids of [
      ['claude', 'codex', 'copilot', 'cursor', 'cline'],
      ['alpha', 'aider', 'amp', 'auggie'],
      ['goose', 'gemini', 'gptme', 'grok'],
    ]) {
      const marks = ids.map((id) => JSON.stringify(agentMark(id)));
      expect(new Set(marks).size).toBe(ids.length);
    }
  });

  it('spreads over shapes and colours', () => {
    const marks = Array.from({ length: 400 }, (_, index) => agentMark(`local-${index}`));
    expect(new Set(marks.map(({ glyph }) => glyph)).size).toBe(12);
    expect(new Set(marks.map((mark) => JSON.stringify(mark))).size).toBeGreaterThan(90);
  });
});
