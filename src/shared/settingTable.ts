import { defaultSettings, type Settings, type SettingsPath } from './settings';

/**
 * What each setting of settings.json does, in one line. The schema, the list and the search read it
 * here.
 */
export const settingTable = {
  theme: 'The colour theme: the system’s, light, dark or high contrast.',
  agents: 'Agents that you set up, by ID.',
  mcpServers: 'MCP servers for agents, by name.',
  projects: 'Names of projects and the hosts allowed for them, by folder.',
  defaultAgent: 'The ID of the agent that a new session starts with.',
  findAgents: 'Whether known agents on this computer are offered without being set up.',
  agentRegistry: 'The address of the list of agents that can be installed; empty to load none.',
  defaultIsolation: 'How a new session works until you choose: sealed, isolated or in place.',
  'composer.enterSends': 'Whether Enter sends the prompt; otherwise it starts a new line.',
  'editor.command': 'The command that opens a file in your editor.',
  'notifications.enabled': 'Whether you are notified while the window is not in front.',
  'notifications.sound': 'Whether a notification plays a sound.',
  'transcript.fontSize': 'The size of the text of transcripts, in pixels.',
  'transcript.showThoughts': 'Whether agents’ thoughts are expanded in transcripts.',
  'terminal.shell': 'The program that new terminals run; your login shell if it is not set.',
  'terminal.fontSize': 'The size of the text of terminals, in pixels.',
  'terminal.scrollback': 'How many lines a terminal keeps.',
  'review.selfArming': 'More files to treat as able to run code, as glob patterns.',
  'review.fontSize': 'The size of the text of diffs, in pixels.',
  'permissions.copyEdits': 'Whether edits in a session’s own copy are allowed without asking.',
  'permissions.sealedCommands': 'Whether commands in sealed sessions are allowed without asking.',
  prompts: 'Prompt templates, by name.',
  'experimental.acpVersion2':
    'Whether the draft of version 2 of ACP is tried with agents that support it.',
  updates: 'Whether Airlock checks for updates; nothing is installed without asking.',
  keybindings: 'Shortcuts by command; null removes one.',
} as const satisfies Readonly<Record<string, string>>;

export type SettingKey = keyof typeof settingTable;

export const settingKeys = Object.keys(settingTable) as readonly SettingKey[];

export function pathOfSetting(key: SettingKey): SettingsPath {
  return key.split('.');
}

/** The value of a setting; undefined where it is not set and has no default. */
export function valueOfSetting(settings: Settings, key: SettingKey): unknown {
  return pathOfSetting(key).reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null
        ? (value as Readonly<Record<string, unknown>>)[part]
        : undefined,
    settings,
  );
}

export function defaultOfSetting(key: SettingKey): unknown {
  return valueOfSetting(defaultSettings, key);
}

/** Whether the user has set it to something else than its default. */
export function isChanged(settings: Settings, key: SettingKey): boolean {
  const now = valueOfSetting(settings, key);
  return JSON.stringify(now) !== JSON.stringify(defaultOfSetting(key));
}
