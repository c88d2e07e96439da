/**
 * What each part of the source may import. A file belongs to the row with the longest `part` that
 * contains it. It may import its own part, whatever `may` names (a folder, or one file without its
 * extension: then only that file may be imported), and the packages in `packages`. Types count like
 * values, except those of the packages in `types`. If a part has `shares`, other parts, including
 * the one around it, may only import those of its files. Separate programs and wires use this.
 * Tests beside the code may import anything, and only tests may import them. Enforced by
 * layers.test.mjs.
 */

const NODE = 'node:*';

/** Main's areas build on these. */
const GROUND = ['src/shared', 'src/main/base'];

/** The public files of the pty host. */
const PTY_HOST = [
  'src/main/ptyHost/afterFirstLine',
  'src/main/ptyHost/hostMessages',
  'src/main/ptyHost/limits',
  'src/main/ptyHost/ptySession',
];

/** What every feature of the window builds on. */
const WINDOW = [
  'src/shared',
  'src/renderer/diagnostics',
  'src/renderer/ipc',
  'src/renderer/ui',
  'src/renderer/state',
  'src/renderer/actions',
  'src/renderer/commands',
];
const VIEW = ['react', 'react-dom', 'lucide-react', 'zustand', '@base-ui/react', 'virtua'];

const feature = (name, packages = []) => ({
  part: `src/renderer/features/${name}`,
  may: WINDOW,
  packages: [...VIEW, ...packages],
  rule: 'A feature never imports another; Monaco, xterm and dockview stay in one feature each.',
});

const WIRES = 'src/main/agents/wires';

const wire = (name, shares = []) => ({
  part: `${WIRES}/${name}`,
  may: ['src/main/agents', ...GROUND],
  packages: [NODE, 'zod'],
  shares: ['connect', ...shares].map((file) => `${WIRES}/${name}/${file}`),
  rule: 'A wire knows agents, the ground and what other wires share; the ACP SDK stays in acp, types only.',
});

export const layers = [
  {
    part: 'src/shared',
    may: [],
    packages: [],
    rule: 'Shared code is pure: it runs in every process.',
  },
  {
    part: 'src/preload',
    may: ['src/shared/ipc/contract'],
    packages: ['electron'],
    rule: 'The preload script is the contract and nothing else.',
  },
  {
    part: 'src/demo-agent',
    may: ['src/shared'],
    packages: [NODE, '@agentclientprotocol/sdk', 'zod'],
    rule: 'The agent that we ship is a program of its own.',
  },

  // Main: the ground.
  {
    part: 'src/main/base',
    may: ['src/shared/errors'],
    packages: [NODE, 'jsonc-parser'],
    rule: 'Base stands on Node alone.',
  },
  {
    part: 'src/main/git',
    may: GROUND,
    packages: [NODE],
    rule: 'Running git needs no other area.',
  },

  // Main: the core, without Electron. Areas only import each other's public files.
  {
    part: 'src/main/agents',
    may: GROUND,
    packages: [NODE, 'zod'],
    rule: 'Agents know no other area, and the ACP SDK stays in agents/wires/acp.',
  },
  {
    part: 'src/main/agents/socket',
    may: GROUND,
    packages: [NODE, 'ws'],
    shares: ['src/main/agents/socket/socketHeaders'],
    rule: 'The program that speaks to agents at an address is a process of its own.',
  },
  {
    ...wire(
      'acp',
      ['content', 'dialectTranslator', 'plans', 'tools'].map((name) => `translate/${name}`),
    ),
    types: ['@agentclientprotocol/sdk'],
  },
  wire('acp-2025.1'),
  wire('claude', ['resumeArguments']),
  wire('codex'),
  wire('crow'),
  wire('threads'),
  {
    part: 'src/main/airlock',
    may: ['src/main/git/git', ...GROUND],
    packages: [NODE, 'zod'],
    rule: 'The airlock knows git and the ground: whoever asks for a change is none of its business.',
  },
  {
    part: 'src/main/mcp',
    may: GROUND,
    packages: [NODE, 'zod'],
    rule: 'MCP servers know no other area.',
  },
  {
    part: 'src/main/mcp/probe',
    may: ['src/main/mcp', 'src/main/agents/process/windowsSpawn', ...GROUND],
    packages: [NODE, 'zod', '@modelcontextprotocol/sdk'],
    shares: [],
    rule: 'The program that tries a server is a process of its own, and the only one with the MCP SDK.',
  },
  {
    part: 'src/main/projects',
    may: ['src/main/mcp/serverSchema', ...GROUND],
    packages: [NODE, 'zod', 'jsonc-parser'],
    rule: 'Projects know no other area but the schema of MCP servers.',
  },
  {
    part: 'src/main/permissions',
    may: GROUND,
    packages: [NODE, 'zod', 'unbash'],
    rule: 'Permission rules know no other area, and the parser of commands stays here.',
  },
  {
    part: 'src/main/trash',
    may: GROUND,
    packages: [NODE, 'zod'],
    rule: 'The trash knows no other area.',
  },
  {
    part: 'src/main/ptyHost',
    may: GROUND,
    packages: [NODE, '@lydell/node-pty'],
    shares: PTY_HOST,
    rule: 'The pty host is a process of its own, and the only one with node-pty.',
  },
  {
    part: 'src/main/terminals',
    may: ['src/main/agents/agents', 'src/main/agents/connection', ...PTY_HOST, ...GROUND],
    packages: [NODE, 'zod'],
    rule: 'Terminals know agents and the pty host by their public files.',
  },
  {
    part: 'src/main/host',
    may: [
      'src/main/agents/agents',
      'src/main/agents/connection',
      'src/main/agents/wireTrace',
      'src/main/airlock/airlock',
      'src/main/git/git',
      'src/main/mcp/sessionServers',
      'src/main/permissions/permissions',
      'src/main/projects/projects',
      'src/main/terminals/terminals',
      'src/main/trash/trash',
      ...GROUND,
    ],
    packages: [NODE, 'zod'],
    rule: 'The host knows the other areas of the core by their public files.',
  },
  {
    part: 'src/main/doctor',
    may: [
      'src/main/agents/agents',
      'src/main/agents/connection',
      'src/main/git/git',
      'src/main/host/files/sessionFiles',
      'src/main/terminals/terminals',
      ...GROUND,
    ],
    packages: [NODE, 'zod'],
    rule: 'Checking an agent needs agents, terminals and files, and no session.',
  },
  {
    part: 'src/main/engine',
    may: [
      'src/main/agents',
      'src/main/airlock/airlock',
      'src/main/doctor',
      'src/main/host',
      'src/main/mcp',
      'src/main/permissions/permissions',
      'src/main/projects/projects',
      'src/main/terminals/terminals',
      'src/main/trash/trash',
      ...GROUND,
    ],
    packages: [NODE],
    rule: 'The engine composes the core, and needs no window.',
  },
  {
    part: 'src/main/cli',
    may: [
      'src/main/engine/engine',
      'src/main/agents/agents',
      'src/main/agents/process/environment/shellEnvironment',
      'src/main/host/host',
      ...GROUND,
    ],
    packages: [NODE],
    rule: 'The command line is the engine without a window.',
  },

  // Main: the shell around the core, with Electron.
  {
    part: 'src/main/app',
    may: [
      'src/main/git/git',
      'src/main/mcp/serverSchema',
      'src/main/ptyHost/hostMessages',
      'src/main/terminals/pty/ptyHostProcess',
      ...GROUND,
    ],
    packages: [NODE, 'electron', 'zod', 'jsonc-parser'],
    rule: 'The shell around the core does not know sessions.',
  },
  {
    part: 'src/main/app/update',
    may: ['src/main/app', ...GROUND],
    packages: [NODE, 'electron', 'electron-updater', 'zod'],
    rule: 'Updates belong to the shell, and electron-updater stays in them.',
  },
  {
    part: 'src/main/ipc',
    may: [
      'src/main/agents/agentsAtHand',
      'src/main/agents/connection',
      'src/main/agents/secrets/agentSecrets',
      'src/main/app',
      'src/main/doctor/agentChecks',
      'src/main/host/checks/checks',
      'src/main/host/compare/collisions',
      'src/main/host/compare/movedBases',
      'src/main/host/compare/resultComposer',
      'src/main/host/compare/unfinishedResults',
      'src/main/host/deliver/delivery',
      'src/main/host/host',
      'src/main/host/inspector/inspector',
      'src/main/host/provenance/provenance',
      'src/main/host/session/hostedSession',
      'src/main/host/store/text/wholeEntries',
      'src/main/mcp/mcpSecrets',
      'src/main/mcp/mcpServers',
      'src/main/mcp/serverSchema',
      'src/main/permissions/permissions',
      'src/main/permissions/ruleSchema',
      'src/main/projects/projects',
      'src/main/ptyHost/limits',
      'src/main/terminals/checkTerminals',
      'src/main/terminals/liveAgentTerminals',
      'src/main/terminals/loginTerminals',
      'src/main/terminals/output/outputFeed',
      'src/main/terminals/pty/ptyHostClient',
      'src/main/terminals/runnables',
      'src/main/terminals/setupTerminals',
      'src/main/terminals/terminalFiles',
      'src/main/terminals/terminals',
      'src/main/terminals/userTerminals',
      'src/main/trash/trash',
      ...GROUND,
    ],
    packages: [NODE, 'electron', 'zod'],
    rule: 'Requests of the window reach areas by their public files.',
  },
  ...['index', 'startSessions', 'startTerminals', 'watchAttention'].map((name) => ({
    part: `src/main/${name}.ts`,
    may: ['src/main', 'src/shared'],
    packages: [NODE, 'electron'],
    rule: 'Main starts everything, and never imports the window’s code.',
  })),

  // The window, from the bottom up.
  {
    part: 'src/renderer/diagnostics',
    may: ['src/shared'],
    packages: [],
    rule: 'Reporting an error needs nothing of the window.',
  },
  {
    part: 'src/renderer/ipc',
    may: ['src/renderer/diagnostics', 'src/shared'],
    packages: [],
    rule: 'Talking to main needs nothing of the window.',
  },
  {
    part: 'src/renderer/ui',
    may: ['src/renderer/diagnostics', 'src/shared'],
    packages: [
      ...VIEW,
      '@fontsource-variable/inter',
      '@fontsource-variable/jetbrains-mono',
      'highlight.js',
      'lowlight',
      'marked',
    ],
    rule: 'The design system knows neither state nor features.',
  },
  {
    part: 'src/renderer/state',
    may: ['src/renderer/diagnostics', 'src/renderer/ipc', 'src/renderer/ui', 'src/shared'],
    packages: ['react', 'lucide-react', 'zustand'],
    rule: 'State knows no feature.',
  },
  {
    part: 'src/renderer/actions',
    may: [
      'src/renderer/diagnostics',
      'src/renderer/ipc',
      'src/renderer/state',
      'src/renderer/ui',
      'src/shared',
    ],
    packages: ['lucide-react'],
    rule: 'Actions change sessions through state and requests, and know no feature.',
  },
  {
    part: 'src/renderer/commands',
    may: ['src/renderer/diagnostics', 'src/renderer/state', 'src/renderer/ui', 'src/shared'],
    packages: ['react'],
    rule: 'Commands know no feature: features register theirs.',
  },
  feature('attention'),
  feature('compare'),
  feature('composer'),
  feature('inspector'),
  feature('palette'),
  feature('panes', ['dockview-react']),
  feature('provenance'),
  feature('review', ['monaco-editor']),
  feature('sessions', ['marked']),
  feature('settings'),
  feature('terminal', [
    '@xterm/addon-fit',
    '@xterm/addon-search',
    '@xterm/addon-unicode11',
    '@xterm/xterm',
  ]),
  feature('thread'),
  feature('updates'),
  feature('welcome'),
  ...['src/renderer/app', 'src/renderer/main.tsx'].map((part) => ({
    part,
    may: ['src/renderer', 'src/shared'],
    packages: VIEW,
    rule: 'The window’s shell puts features together, and never imports main.',
  })),
];
