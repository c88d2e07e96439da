import { posix, win32 } from 'node:path';
import { lookUp, type Variables } from '#main/agents/process/environment/environmentLookup';
import { readForeignFile } from '#main/base/files/foreignFile';
import type { ImportList } from '#shared/ipc/agents';
import { parseAgents } from './importedAgents';

/** The limit for a settings file; real ones have a few kilobytes. */
const MAX_BYTES = 2_000_000;

interface Origin {
  readonly name: string;
  readonly path: string;
}

/** The settings files of other programs that may name agents. */
export function importOrigins(
  variables: Variables,
  platform: NodeJS.Platform = process.platform,
): readonly Origin[] {
  const editors = ['Code', 'Code - Insiders', 'VSCodium'];
  if (platform === 'win32') {
    const base = lookUp(variables, 'APPDATA', 'win32');
    if (base === undefined) return [];
    const code = editors.map((name) => ({
      name: nameOf(name),
      path: win32.join(base, name, 'User', 'settings.json'),
    }));
    return [{ name: 'Zed', path: win32.join(base, 'Zed', 'settings.json') }, ...code];
  }
  const { HOME: home, XDG_CONFIG_HOME } = variables;
  if (home === undefined) return [];
  const config = XDG_CONFIG_HOME?.startsWith('/') ? XDG_CONFIG_HOME : posix.join(home, '.config');
  const base = platform === 'darwin' ? posix.join(home, 'Library', 'Application Support') : config;
  return [
    { name: 'Zed', path: posix.join(config, 'zed', 'settings.json') },
    ...editors.map((name) => ({
      name: nameOf(name),
      path: posix.join(base, name, 'User', 'settings.json'),
    })),
  ];
}

function nameOf(folder: string): string {
  return folder.startsWith('Code') ? folder.replace('Code', 'VS Code') : folder;
}

/** All agents in those files. A missing file is not reported, but an unreadable one is. */
export async function importList(origins: readonly Origin[]): Promise<ImportList> {
  const lists = await Promise.all(origins.map(readOne));
  return {
    agents: lists.flatMap(({ agents }) => agents),
    problems: lists.flatMap(({ problems }) => problems),
  };
}

async function readOne({ name, path }: Origin): Promise<ImportList> {
  const nothing = (problem: string): ImportList => ({
    agents: [],
    problems: [`The settings of ${name} were not read: ${problem}`],
  });
  const text = await readForeignFile(path, MAX_BYTES);
  if (!text.ok) return nothing(text.error.message);
  if (text.value === null) return { agents: [], problems: [] };
  const parsed = parseAgents(text.value, name);
  return parsed.ok ? { agents: parsed.agents, problems: [] } : nothing(parsed.problem);
}

/** The agents in a text that the user pasted. */
export function pastedList(text: string): ImportList {
  const parsed = parseAgents(text, 'Pasted text');
  if (!parsed.ok) return { agents: [], problems: [`This is not JSON: ${parsed.problem}`] };
  const problems = parsed.agents.length === 0 ? ['No agent with a command was found in it.'] : [];
  return { agents: parsed.agents, problems };
}
