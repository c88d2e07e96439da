import { z } from 'zod';
import { parseJsonc } from '#main/base/json/jsoncDocument';
import type { ImportableAgent } from '#shared/ipc/agents';

export type ParsedAgents =
  | { readonly ok: true; readonly agents: readonly ImportableAgent[] }
  | { readonly ok: false; readonly problem: string };

const MAX_AGENTS = 100;

/** Some programs write numbers and booleans without quotes, and null for no value. */
const variables = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .transform((values) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        value === null ? [] : [[name, String(value)]],
      ),
    ),
  );

const agentSchema = z.object({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: variables.default({}),
  name: z.string().optional().catch(undefined),
});

/** Zed writes a program that it found itself as an object. */
const nested = z.object({ command: z.object({ path: z.string() }).loose() }).loose();

/** Keys in other programs' settings, and ours, that hold agents by name. */
const holders = ['agent_servers', 'acp.agents', 'acp.agentServers', 'agentServers', 'agents'];

/**
 * The agents in a text of JSON with comments: the settings of Zed or of an editor, one agent, or
 * agents by their names. Entries without a command, such as those of built-in agents, are skipped.
 */
export function parseAgents(text: string, origin: string): ParsedAgents {
  const document = parseJsonc(text);
  if (!document.ok) {
    const line = text.slice(0, document.errors[0].offset).split('\n').length;
    return { ok: false, problem: `${document.errors[0].message} on line ${line}.` };
  }
  const { value } = document;
  if (!isRecord(value)) return { ok: true, agents: [] };
  const single = read('agent', value, origin);
  const found =
    single === null
      ? mapsIn(value).flatMap((map) =>
          Object.entries(map).flatMap(([name, entry]) => read(name, entry, origin) ?? []),
        )
      : [single];
  return { ok: true, agents: found.slice(0, MAX_AGENTS) };
}

/**
 * Reads only maps that are known to contain agents, because other kinds of servers also have
 * commands.
 */
function mapsIn(value: Record<string, unknown>): readonly Record<string, unknown>[] {
  const maps = holders.flatMap((key) => (isRecord(value[key]) ? [value[key]] : []));
  if (maps.length > 0) return maps;
  const entries = Object.values(value);
  const isMap =
    entries.length > 0 && entries.every((entry) => isRecord(entry) && 'command' in entry);
  return isMap ? [value] : [];
}

function read(name: string, value: unknown, origin: string): ImportableAgent | null {
  const path = nested.safeParse(value).data?.command;
  const flat = path === undefined ? value : { ...(value as object), ...path, command: path.path };
  const { data } = agentSchema.safeParse(flat);
  if (data === undefined) return null;
  const { command, args, env } = data;
  const shown = data.name ?? (name === 'agent' ? (command.split(/[\\/]/).at(-1) ?? name) : name);
  return { id: slug(shown), name: shown, command, args, env, origin };
}

function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'agent'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
