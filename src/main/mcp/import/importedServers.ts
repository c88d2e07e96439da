import { parseJsonc } from '#main/base/json/jsoncDocument';
import type { ImportableServer, ImportableServers } from '#shared/ipc/mcp';
import { MCP_NAME, MCP_SERVERS, type McpServerEntry } from '#shared/mcp/server';
import { projectServer } from '../serverSchema';

type JsonRecord = Readonly<Record<string, unknown>>;

/** Keys that have the same meaning for us, or none. */
const understood = new Set(['type', 'transport', 'command', 'args', 'env', 'url', 'headers']);
const withoutMeaning = new Set(['source', 'enabled', 'disabled', 'name', 'description']);

/**
 * The servers in a text of JSON with comments: `.mcp.json` and Claude's settings (`mcpServers`, for each
 * project as well), Zed's (`context_servers`), VS Code's (`servers`, also below `mcp`), or ours.
 */
export function parseServers(text: string, origin: string): ImportableServers {
  const document = parseJsonc(text);
  if (!document.ok) {
    const line = text.slice(0, document.errors[0].offset).split('\n').length;
    return { servers: [], problems: [`${document.errors[0].message} on line ${line}.`] };
  }
  const servers: ImportableServer[] = [];
  const problems: string[] = [];
  const names = new Set<string>();
  for (const { map, where } of mapsIn(document.value, origin)) {
    for (const [key, value] of Object.entries(map)) {
      if (servers.length >= MCP_SERVERS) break;
      const read = readServer(value);
      if (typeof read === 'string') problems.push(`“${label(key)}” was skipped: ${read}`);
      else servers.push({ ...read, name: freeName(key, names), origin: where });
    }
  }
  return { servers, problems: problems.slice(0, MCP_SERVERS) };
}

interface FoundMap {
  readonly map: JsonRecord;
  readonly where: string;
}

/** Reads only maps that are known to hold servers, because other settings have commands, too. */
function mapsIn(value: unknown, origin: string): readonly FoundMap[] {
  if (!isRecord(value)) return [];
  const found = [
    value.mcpServers,
    value.context_servers,
    value.servers,
    isRecord(value.mcp) ? value.mcp.servers : undefined,
  ]
    .filter(isRecord)
    .map((map) => ({ map, where: origin }));
  const projects = isRecord(value.projects) ? Object.entries(value.projects) : [];
  const ofProjects = projects.flatMap(([folder, project]) =>
    isRecord(project) && isRecord(project.mcpServers)
      ? [{ map: project.mcpServers, where: `${origin}, ${label(folder)}` }]
      : [],
  );
  if (found.length + ofProjects.length > 0) return [...found, ...ofProjects];
  const entries = Object.values(value);
  const isMap =
    entries.length > 0 &&
    entries.every((entry) => isRecord(entry) && ('command' in entry || 'url' in entry));
  return isMap ? [{ map: value, where: origin }] : [];
}

/** The server, or the reason why the entry is not one. */
function readServer(value: unknown): Pick<ImportableServer, 'entry' | 'note'> | string {
  if (!isRecord(value)) return 'it is not an object.';
  const flat = flattened(value);
  const type = typeOf(flat.type ?? flat.transport);
  if (type === undefined) return 'its type is not known.';
  const { command, url, args } = flat;
  if (command === undefined && url === undefined) return 'it has neither a command nor an address.';
  const isRemote = url !== undefined && type !== 'stdio';
  const entry = isRemote
    ? { ...(type === 'sse' && { type }), url, ...values('headers', flat.headers) }
    : { command, ...(isFilled(args) && { args }), ...values('env', flat.env) };
  const checked = projectServer.safeParse(entry);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return `${issue?.path.map(String).join('.') || 'it'}: ${issue?.message ?? 'not valid'}.`;
  }
  const left = Object.keys(value).filter(
    (key) => !understood.has(key) && !withoutMeaning.has(key) && isFilled(value[key]),
  );
  const note =
    left.length === 0 ? null : `Not imported: ${left.slice(0, 10).map(label).join(', ')}`;
  return { entry: checked.data as McpServerEntry, note };
}

/** Zed writes a command as a separate object. */
function flattened(value: JsonRecord): JsonRecord {
  if (!isRecord(value.command)) return value;
  const { path, args, env } = value.command;
  return { ...value, command: path, args: args ?? value.args, env: env ?? value.env };
}

/** Undefined for an unknown type; null if no type is given. */
function typeOf(value: unknown): 'stdio' | 'http' | 'sse' | null | undefined {
  if (value === undefined || value === null) return null;
  switch (value) {
    case 'stdio':
      return 'stdio';
    case 'sse':
      return 'sse';
    case 'http':
    case 'streamable-http':
    case 'streamableHttp':
    case 'streamable_http':
      return 'http';
    default:
      return undefined;
  }
}

/** Some programs write numbers and booleans without quotes. */
function values(key: 'env' | 'headers', value: unknown): object {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value).flatMap(([name, one]) =>
    ['string', 'number', 'boolean'].includes(typeof one) ? [[name, String(one)]] : [],
  );
  return entries.length === 0 ? {} : { [key]: Object.fromEntries(entries) };
}

function isFilled(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** A name that agents accept and that no other server has. */
function freeName(wanted: string, taken: Set<string>): string {
  const plain = wanted.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '');
  const cut = plain.slice(0, 60);
  const base = MCP_NAME.test(cut) ? cut : 'server';
  let name = base;
  for (let count = 2; taken.has(name); count++) name = `${base}-${count}`;
  taken.add(name);
  return name;
}

function label(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
