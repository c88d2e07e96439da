import type { Wire } from './agent';

/** Names of the wires, fit for a label and for "The agent speaks …". */
export const wireNames: Readonly<Record<Wire, string>> = {
  acp: 'ACP v1',
  'acp-2': 'ACP v2 (draft)',
  claude: 'Claude Code stream-json',
  codex: 'Codex app-server',
  'acp-2025.1': 'ACP 2025.1',
  crow: 'Crow',
  threads: 'Threads',
};

/** What an agent can be asked for beyond a prompt, as far as its language has words for it. */
export type WireFeature =
  | 'cancel'
  | 'permissions'
  | 'fileWrites'
  | 'toolCalls'
  | 'thoughts'
  | 'plans'
  | 'terminals'
  | 'modes'
  | 'options'
  | 'resume'
  | 'list'
  | 'steer'
  | 'images'
  | 'fork'
  | 'login'
  | 'logout';

type Limits = Readonly<Partial<Record<WireFeature, string>>>;

/**
 * What each language has no words for, and why, in a sentence for the user. What a language has is
 * still up to the agent: see its powers.
 */
export const wireLimits: Readonly<Record<Wire, Limits>> = {
  acp: {},
  'acp-2': {
    fileWrites: 'In this version agents write files themselves.',
    terminals: 'In this version agents run commands themselves.',
  },
  claude: {
    fileWrites: 'Claude Code writes files itself; it asks before it does.',
    terminals: 'Claude Code runs commands itself.',
    list: 'Claude Code does not say which conversations it keeps.',
    fork: 'Claude Code cannot fork conversations on this wire.',
    logout: 'Claude Code logs out in a terminal: claude auth logout.',
  },
  codex: {
    fileWrites: 'Codex writes files itself; it asks before it does.',
    terminals: 'Codex runs commands itself.',
  },
  'acp-2025.1': {
    permissions:
      'This dialect has no questions; what the agent writes through Airlock still waits.',
    modes: 'This dialect chooses the mode when a session begins.',
    options: 'This dialect has no options.',
    list: 'This dialect has no list of sessions.',
    steer: 'This dialect takes no text while the agent works.',
    fork: 'This dialect forks no session.',
    logout: 'This dialect has no logout.',
  },
  crow: {
    fileWrites: 'In this dialect agents write files themselves.',
    terminals: 'In this dialect agents run commands themselves.',
    modes: 'This dialect has no modes.',
    options: 'This dialect has no options.',
    list: 'This dialect has no list of sessions.',
    steer: 'This dialect takes no text while the agent works.',
    login: 'This dialect has no login.',
    fork: 'This dialect forks no session.',
    logout: 'This dialect has no login.',
  },
  threads: {
    cancel: 'The first draft has no word for stopping; the agent’s process can be ended.',
    permissions: 'The first draft has no questions.',
    fileWrites: 'In the first draft agents can read through Airlock, but write files themselves.',
    toolCalls: 'The first draft tells only of files that are read or searched.',
    thoughts: 'The first draft has no thoughts.',
    plans: 'The first draft has no plans.',
    terminals: 'In the first draft agents run commands themselves.',
    modes: 'The first draft has no modes.',
    options: 'The first draft has no options.',
    steer: 'The first draft takes no text while the agent works.',
    images: 'The first draft is text only.',
    login: 'The first draft has no login.',
    fork: 'The first draft forks no thread.',
    logout: 'The first draft has no login.',
  },
};

/** Why a feature is not there on this wire; null where it may be. */
export function whyNot(wire: Wire, feature: WireFeature): string | null {
  return wireLimits[wire][feature] ?? null;
}
