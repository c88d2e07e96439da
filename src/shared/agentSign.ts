import { knownAgents } from './knownAgents';

/** Shapes for agents that are known; each belongs to one of them. */
const KNOWN_GLYPHS = [
  'airlock',
  'arch',
  'bars',
  'twins',
  'stairs',
  'chevrons',
  'corner',
  'wave',
  'moon',
  'slope',
] as const;

/** Shapes for all other agents. */
const OTHER_GLYPHS = [
  'disc',
  'diamond',
  'triangle',
  'hexagon',
  'plus',
  'hourglass',
  'target',
  'frame',
  'dots',
  'drop',
  'cross',
  'leaf',
] as const;

export type AgentGlyph = (typeof KNOWN_GLYPHS)[number] | (typeof OTHER_GLYPHS)[number];

/** The sign by which users recognise an agent at a glance: a shape and a colour. */
export interface AgentSign {
  readonly glyph: AgentGlyph;
  /** An angle on the colour wheel. Amber is not among them: it stands for "waiting for you". */
  readonly hue: number;
}

/** Far enough apart to be told from each other. */
const HUES = [5, 145, 175, 205, 235, 262, 290, 315, 340] as const;

/** The agent that comes with the app. */
const DEMO_AGENT = 'demo';

/** Always gives the same sign for the same id. */
export function agentSign(id: string): AgentSign {
  if (id === DEMO_AGENT) return { glyph: 'airlock', hue: 262 };
  const known = knownAgents.find((agent) => agent.id === id);
  if (known) return known.mark;
  const hash = hashOf(id);
  const glyph = OTHER_GLYPHS[hash % OTHER_GLYPHS.length] ?? 'disc';
  const hue = HUES[Math.floor(hash / OTHER_GLYPHS.length) % HUES.length] ?? 0;
  return { glyph, hue };
}

/** FNV-1a with a final mix, so that ids that differ in one letter get very different hashes. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
