/** Optional features of an agent beyond a prompt, as far as its protocol supports them. */
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
  | 'audio'
  | 'fork'
  | 'login'
  | 'logout';

type McpKind = 'stdio' | 'http' | 'sse' | 'acp';

interface WireFacts {
  /** Fit for a label and for "The agent speaks …". */
  readonly name: string;
  /**
   * The features that the protocol lacks, with the reason in a sentence for the user. Features that
   * it has still depend on the agent: see its powers.
   */
  readonly limits: Readonly<Partial<Record<WireFeature, string>>>;
  /**
   * The kinds of MCP servers that each of its agents takes, and those that an agent takes if it
   * says so; null: the protocol has no way to hand servers over.
   */
  readonly mcp: {
    readonly always: readonly McpKind[];
    readonly ifOffered: readonly McpKind[];
  } | null;
}

/** The list of wires. How each is detected and spoken is `main/agents/wires/detect/wireTable`. */
export const wires = {
  acp: {
    name: 'ACP v1',
    limits: {},
    mcp: { always: ['stdio'], ifOffered: ['http', 'sse', 'acp'] },
  },
  'acp-2': {
    name: 'ACP v2 (draft)',
    limits: {
      fileWrites: 'In this version, agents write files themselves.',
      terminals: 'In this version, agents run commands themselves.',
    },
    mcp: { always: [], ifOffered: ['stdio', 'http', 'acp'] },
  },
  claude: {
    name: 'Claude Code stream-json',
    limits: {
      fileWrites: 'Claude Code writes files itself; it asks before it does.',
      terminals: 'Claude Code runs commands itself.',
      list: 'Claude Code cannot list its sessions.',
      fork: 'Claude Code cannot fork sessions over this protocol.',
      audio: 'Claude Code does not accept audio.',
      logout: 'Claude Code logs out in a terminal: claude auth logout.',
    },
    mcp: { always: ['stdio', 'http', 'sse'], ifOffered: [] },
  },
  codex: {
    name: 'Codex app-server',
    limits: {
      fileWrites: 'Codex writes files itself; it asks before it does.',
      terminals: 'Codex runs commands itself.',
      audio: 'Codex does not accept audio.',
    },
    mcp: { always: ['stdio', 'http'], ifOffered: [] },
  },
  'acp-2025.1': {
    name: 'ACP 2025.1',
    limits: {
      permissions:
        'This protocol has no permission requests; what the agent writes through Airlock still waits for your approval.',
      options: 'This protocol has no options.',
      list: 'This protocol cannot list sessions.',
      steer: 'This protocol has no messages while the agent works.',
      audio: 'In this protocol, agents do not say whether they accept audio.',
      fork: 'This protocol cannot fork sessions.',
      logout: 'This protocol has no logout.',
    },
    mcp: null,
  },
  crow: {
    name: 'Crow',
    limits: {
      fileWrites: 'In this protocol, agents write files themselves.',
      terminals: 'In this protocol, agents run commands themselves.',
      modes: 'This protocol has no modes.',
      options: 'This protocol has no options.',
      list: 'This protocol cannot list sessions.',
      steer: 'This protocol has no messages while the agent works.',
      audio: 'This protocol has no audio.',
      login: 'This protocol has no login.',
      fork: 'This protocol cannot fork sessions.',
      logout: 'This protocol has no login.',
    },
    mcp: null,
  },
  threads: {
    name: 'Threads',
    limits: {
      cancel: 'This protocol has no stop request; you can end the agent’s process.',
      permissions: 'This protocol has no permission requests.',
      fileWrites: 'In this protocol, agents can read through Airlock but write files themselves.',
      toolCalls: 'This protocol reports only reads and searches of files.',
      thoughts: 'This protocol has no thoughts.',
      plans: 'This protocol has no plans.',
      terminals: 'In this protocol, agents run commands themselves.',
      modes: 'This protocol has no modes.',
      options: 'This protocol has no options.',
      steer: 'This protocol has no messages while the agent works.',
      images: 'This protocol is text only.',
      audio: 'This protocol is text only.',
      login: 'This protocol has no login.',
      fork: 'This protocol cannot fork sessions.',
      logout: 'This protocol has no login.',
    },
    mcp: null,
  },
} as const satisfies Readonly<Record<string, WireFacts>>;

export type Wire = keyof typeof wires;

/** Version 1 of ACP and the draft of version 2, but not related dialects. */
export function isAcp(wire: Wire): boolean {
  return wire === 'acp' || wire === 'acp-2';
}

export const wireList = Object.keys(wires) as readonly Wire[];

/** Why a wire lacks a feature; null if it may have it. */
export function whyNot(wire: Wire, feature: WireFeature): string | null {
  const { limits }: WireFacts = wires[wire];
  return limits[feature] ?? null;
}

/** How MCP servers are handed over on this wire; null: it cannot hand them over. */
export function mcpOn(wire: Wire): WireFacts['mcp'] {
  return wires[wire].mcp;
}
