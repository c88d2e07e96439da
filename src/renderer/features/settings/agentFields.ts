import { addressProblem } from '#shared/agentAddress';
import { isBelow } from '#shared/agentFolder';
import { argumentsOf, type KnownAgent, knownAgentOf } from '#shared/knownAgents';
import type { AgentSettings, SettingChange, WireSetting } from '#shared/settings';
import { lineOf, wordsOf } from '#shared/text/words';

/** The fields of the form, as they are typed. */
export interface AgentFields {
  readonly name: string;
  /** Whether it is a program of this computer or runs at an address. */
  readonly place: 'here' | 'elsewhere';
  readonly command: string;
  readonly url: string;
  /** A header on each line, as `Name: value`. */
  readonly headers: string;
  readonly args: string;
  /** A folder below the session's; empty for the session's own folder. */
  readonly folder: string;
  /** A variable on each line, as `NAME=value`. */
  readonly environment: string;
  readonly wire: WireSetting;
  /** Whether Airlock's file access and terminals are offered to the agent. */
  readonly lendsFiles: boolean;
  readonly lendsTerminals: boolean;
  /** Whether its sealed sessions may reach only these hosts; one host per line. */
  readonly limitsHosts: boolean;
  readonly hosts: string;
  readonly isEnabled: boolean;
}

export const emptyFields: AgentFields = {
  name: '',
  place: 'here',
  command: '',
  url: '',
  headers: '',
  args: '',
  folder: '',
  environment: '',
  wire: 'auto',
  lendsFiles: true,
  lendsTerminals: true,
  limitsHosts: false,
  hosts: '',
  isEnabled: true,
};

export function fromKnown({ name, command, args }: KnownAgent): Partial<AgentFields> {
  return { name, command, args: lineOf(args) };
}

export function fromSettings(id: string, agent: AgentSettings): AgentFields {
  return {
    name: agent.name ?? id,
    place: agent.url === undefined ? 'here' : 'elsewhere',
    command: agent.command ?? '',
    url: agent.url ?? '',
    headers: Object.entries(agent.headers ?? {})
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    args: lineOf(argumentsOf(agent)),
    folder: agent.cwd ?? '',
    environment: Object.entries(agent.env ?? {})
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
    wire: agent.wire ?? 'auto',
    lendsFiles: !agent.withhold?.includes('fs'),
    lendsTerminals: !agent.withhold?.includes('terminal'),
    limitsHosts: agent.seal?.hosts !== undefined,
    hosts: (agent.seal?.hosts ?? []).join('\n'),
    isEnabled: agent.enabled ?? true,
  };
}

/** The usual arguments of a program of this name, if they differ from the typed ones. */
export function suggestedArguments({ place, command, args }: AgentFields): string | null {
  if (place === 'elsewhere') return null;
  const known = knownAgentOf(command);
  if (known === undefined) return null;
  const usual = lineOf(known.args);
  return lineOf(wordsOf(args)) === usual ? null : usual;
}

export interface FieldProblems {
  readonly command?: string;
  readonly url?: string;
  readonly headers?: string;
  readonly folder?: string;
  readonly environment?: string;
}

/** Null if the fields can be saved. */
export function problemsIn(
  fields: AgentFields,
  /** The value in settings.json. */
  allowInsecure = false,
): FieldProblems | null {
  const { place, command, environment } = fields;
  const stray = linesOf(environment).find((line) => !variable.test(line));
  const problems: FieldProblems = {
    ...(place === 'here'
      ? programProblems(command, fields.folder)
      : addressProblems(fields, allowInsecure)),
    ...(stray !== undefined && { environment: `Write “${stray}” as NAME=value.` }),
  };
  return Object.keys(problems).length === 0 ? null : problems;
}

function programProblems(command: string, folder: string): FieldProblems {
  return {
    ...(command.trim() === '' && { command: 'Enter the program that starts the agent.' }),
    ...(!isBelow(folder.trim()) && {
      folder: 'Enter a folder inside the session’s folder, such as packages/app.',
    }),
  };
}

function addressProblems({ url, headers }: AgentFields, allowInsecure: boolean): FieldProblems {
  const problem = addressProblem(url.trim(), allowInsecure);
  const stray = linesOf(headers).find((line) => !header.test(line));
  return {
    ...(problem !== null && { url: problem }),
    ...(stray !== undefined && { headers: `Write “${stray}” as Name: value.` }),
  };
}

export function variablesOf({ environment }: AgentFields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    linesOf(environment).map((line) => [nameIn(line), line.slice(line.indexOf('=') + 1)]),
  );
}

/** The fields without the lines of variables that are stored elsewhere. */
export function withoutVariables(fields: AgentFields, names: ReadonlySet<string>): AgentFields {
  const lines = fields.environment.split('\n').filter((line) => !names.has(nameIn(line)));
  return { ...fields, environment: lines.join('\n') };
}

function nameIn(line: string): string {
  return line.slice(0, line.indexOf('=')).trim();
}

/** As settings.json stores it: default values are omitted. */
export function toSettings(fields: AgentFields): AgentSettings {
  const command = fields.command.trim();
  const env = variablesOf(fields);
  const withhold = [
    ...(fields.lendsFiles ? [] : (['fs'] as const)),
    ...(fields.lendsTerminals ? [] : (['terminal'] as const)),
  ];
  const folder = fields.folder.trim();
  const isHere = fields.place === 'here';
  const suggestedName = isHere ? (knownAgentOf(command)?.name ?? command) : hostOf(fields.url);
  return {
    name: fields.name.trim() || suggestedName,
    ...(isHere
      ? { command, args: wordsOf(fields.args), ...(folder !== '' && { cwd: folder }) }
      : addressOf(fields)),
    ...(Object.keys(env).length > 0 && { env }),
    ...(fields.wire !== 'auto' && { wire: fields.wire }),
    ...(withhold.length > 0 && { withhold }),
    ...(!fields.isEnabled && { enabled: false }),
  };
}

export function headersOf({ headers }: AgentFields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    linesOf(headers).map((line) => [
      line.slice(0, line.indexOf(':')).trim(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
}

/** The variable that keeps the value of a header, such as `X_API_KEY` for `X-Api-Key`. */
export function headerVariable(header: string): string {
  return header.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
}

/** The fields with references to variables in place of the values that are stored in them. */
export function withHeadersKept(fields: AgentFields, variables: ReadonlySet<string>): AgentFields {
  const lines = Object.entries(headersOf(fields)).map(([name, value]) => {
    const variable = headerVariable(name);
    return `${name}: ${variables.has(variable) ? `\${${variable}}` : value}`;
  });
  return { ...fields, headers: lines.join('\n') };
}

function addressOf(fields: AgentFields): Pick<AgentSettings, 'url' | 'headers'> {
  const headers = headersOf(fields);
  return {
    url: fields.url.trim(),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

const keys = [
  'name',
  'command',
  'url',
  'headers',
  'args',
  'cwd',
  'env',
  'wire',
  'withhold',
  'enabled',
] as const;

/** Only the differences, so that comments and other keys in the file stay. */
export function changesOf(
  id: string,
  before: AgentFields,
  after: AgentFields,
): readonly SettingChange[] {
  const [old, next] = [toSettings(before), toSettings(after)];
  const changes = keys
    .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(next[key]))
    .map((key) => ({ path: ['agents', id, key], value: next[key] }));
  const [oldHosts, hosts] = [hostsOf(before), hostsOf(after)];
  if (JSON.stringify(oldHosts) === JSON.stringify(hosts)) return changes;
  return [...changes, { path: ['agents', id, 'seal', 'hosts'], value: hosts }];
}

/** Undefined: its network is open. */
function hostsOf({ limitsHosts, hosts }: AgentFields): readonly string[] | undefined {
  return limitsHosts ? linesOf(hosts).map((line) => line.trim()) : undefined;
}

/** An id for settings.json that no other agent has. */
export function freeId(name: string, taken: readonly string[]): string {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const base = slug.replace(/^-|-$/g, '') || 'agent';
  let id = base;
  for (let count = 2; taken.includes(id); count++) id = `${base}-${count}`;
  return id;
}

const header = /^\s*[!#$%&'*+.^_`|~0-9A-Za-z-]+\s*:/;
const variable = /^\s*[A-Za-z_][A-Za-z0-9_]*\s*=/;

/** The lines that are not empty. */
export function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
