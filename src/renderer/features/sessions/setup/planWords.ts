import type { McpServerEntry } from '#shared/mcp/server';
import type { CarriedThing, CarryManner, ProjectSetup } from '#shared/project/projectSetup';
import { visiblePath } from '#shared/text/visiblePath';
import { lineOf } from '#shared/text/words';

type Found = Extract<ProjectSetup, { type: 'found' }>;

/** How many paths are listed; the rest are counted. */
const LISTED = 12;

export interface PlanLine {
  readonly label: string;
  readonly note: string | null;
  readonly texts: readonly string[];
  /** The number of further paths. */
  readonly more: number;
}

/** Everything that a file would do, one line for each kind. */
export function planLines({ plan, carried, isIncomplete }: Found): readonly PlanLine[] {
  const lines: PlanLine[] = [];
  const add = (label: string, note: string | null, texts: readonly string[]) => {
    if (texts.length === 0) return;
    lines.push({
      label,
      note,
      texts: texts.slice(0, LISTED),
      more: Math.max(0, texts.length - LISTED),
    });
  };
  add('Copies', null, pathsOf(carried, 'copy'));
  add('Links', 'Linked to your own files: what the agent changes there changes in your folder.', [
    ...pathsOf(carried, 'link'),
  ]);
  add('Runs', 'In a terminal, before the first prompt is sent.', plan.setup ? [plan.setup] : []);
  add(
    'Offers to run',
    null,
    Object.entries(plan.run).map(([name, command]) => `${name}: ${command}`),
  );
  add(
    'Checks with',
    'In a copy of its own, when you ask for it.',
    Object.entries(plan.checks).map(([name, { command }]) => `${name}: ${command}`),
  );
  add(
    'Offers prompts',
    null,
    Object.entries(plan.prompts).map(([name, text]) => `${name}: ${text}`),
  );
  add(
    'MCP servers',
    'Given to agents here: they start these commands, or connect to these addresses.',
    Object.entries(plan.mcpServers).map(([name, entry]) => `${name}: ${serverLine(entry)}`),
  );
  const missing = plan.carry.filter((rule) => !isIncomplete && !stands(rule.path, carried));
  add(
    'Not found',
    null,
    missing.map(({ path }) => visiblePath(path)),
  );
  return lines;
}

/** The same plan in a few words. */
export function planSummary({ plan, carried }: Found): string {
  const copies = pathsOf(carried, 'copy');
  const links = pathsOf(carried, 'link');
  const parts = [
    copies.length > 0 && `copies ${someOf(copies)}`,
    links.length > 0 && `links ${someOf(links)}`,
    plan.setup && `runs ${plan.setup}`,
  ].filter((part) => typeof part === 'string');
  const servers = Object.keys(plan.mcpServers);
  if (servers.length > 0) parts.push(`gives agents MCP servers: ${someOf(servers)}`);
  if (parts.length > 0) return parts.join(', ');
  if (Object.keys(plan.run).length > 0) return 'offers commands to run';
  return Object.keys(plan.checks).length > 0 ? 'offers checks' : 'offers prompts';
}

/** The complete definition of a server, because the user trusts what is shown. */
function serverLine({ command, args = [], env = {}, url, headers = {}, type }: McpServerEntry) {
  const pairs = (values: Readonly<Record<string, string>>, sign: string) =>
    Object.entries(values).map(([name, value]) => `${name}${sign}${value}`);
  return url === undefined
    ? lineOf([...pairs(env, '='), command ?? '', ...args])
    : [`${url}${type === 'sse' ? ' (SSE)' : ''}`, ...pairs(headers, ': ')].join(' · ');
}

function someOf(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

function pathsOf(carried: readonly CarriedThing[], manner: CarryManner): readonly string[] {
  return carried
    .filter((thing) => thing.as === manner)
    .map(({ path, isFolder }) => visiblePath(isFolder ? `${path}/` : path));
}

/** A pattern without matches is not an error; a plain path that does not exist may be one. */
function stands(path: string, carried: readonly CarriedThing[]): boolean {
  return /[*?[{]/.test(path) || carried.some((thing) => thing.path === path);
}
