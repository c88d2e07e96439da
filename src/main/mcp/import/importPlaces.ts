import { posix, win32 } from 'node:path';
import { readForeignFile } from '#main/base/files/foreignFile';
import type { ImportableServers } from '#shared/ipc/mcp';
import { parseServers } from './importedServers';

/** Claude's settings hold a history of projects. */
const MAX_BYTES = 16_000_000;

export interface ImportPlace {
  readonly name: string;
  readonly path: string;
}

/** The settings of other programs that may name servers. */
export function importPlaces(
  look: (name: string) => string | undefined,
  platform: NodeJS.Platform = process.platform,
): readonly ImportPlace[] {
  const { join } = platform === 'win32' ? win32 : posix;
  const home = look(platform === 'win32' ? 'USERPROFILE' : 'HOME');
  if (home === undefined) return [];
  const xdg = look('XDG_CONFIG_HOME');
  const config = xdg?.startsWith('/') ? xdg : join(home, '.config');
  const applications = {
    win32: look('APPDATA') ?? join(home, 'AppData', 'Roaming'),
    darwin: join(home, 'Library', 'Application Support'),
  };
  const base = platform === 'win32' || platform === 'darwin' ? applications[platform] : config;
  const zed = platform === 'win32' ? join(base, 'Zed') : join(config, 'zed');
  const editors = [
    ['VS Code', 'Code'],
    ['VS Code - Insiders', 'Code - Insiders'],
    ['VSCodium', 'VSCodium'],
  ] as const;
  return [
    { name: 'Claude Code', path: join(home, '.claude.json') },
    { name: 'Claude Desktop', path: join(base, 'Claude', 'claude_desktop_config.json') },
    { name: 'Zed', path: join(zed, 'settings.json') },
    ...editors.flatMap(([name, folder]) => [
      { name, path: join(base, folder, 'User', 'mcp.json') },
      { name, path: join(base, folder, 'User', 'settings.json') },
    ]),
  ];
}

/** The files of a project's folder that may name servers. */
export function projectPlaces(folder: string): readonly ImportPlace[] {
  const { join } = process.platform === 'win32' ? win32 : posix;
  return ['.mcp.json', join('.vscode', 'mcp.json')].map((name) => ({
    name,
    path: join(folder, name),
  }));
}

/** All servers in those files. A missing file is not reported, but an unreadable one is. */
export async function importServers(places: readonly ImportPlace[]): Promise<ImportableServers> {
  const lists = await Promise.all(places.map(readOne));
  return {
    servers: lists.flatMap(({ servers }) => servers),
    problems: lists.flatMap(({ problems }) => problems),
  };
}

async function readOne({ name, path }: ImportPlace): Promise<ImportableServers> {
  const told = (problem: string) => `${name}: ${problem}`;
  const text = await readForeignFile(path, MAX_BYTES);
  if (!text.ok) return { servers: [], problems: [told(text.error.message)] };
  if (text.value === null) return { servers: [], problems: [] };
  const { servers, problems } = parseServers(text.value, name);
  return { servers, problems: problems.map(told) };
}

/** The servers in a text that the user pasted. */
export function pastedServers(text: string): ImportableServers {
  const found = parseServers(text, 'Pasted text');
  const isEmpty = found.servers.length === 0 && found.problems.length === 0;
  return isEmpty ? { servers: [], problems: ['No server was found in it.'] } : found;
}
