import { z } from 'zod';
import { parseHostRule } from '#main/base/network/hostRule';
import { serverName, settingsServer } from '#main/mcp/serverSchema';
import { addressProblem } from '#shared/agentAddress';
import { isBelow } from '#shared/agentFolder';
import { isolations } from '#shared/session/isolation';
import { wireList } from '#shared/session/wires';
import { defaultSettings, type Settings } from '#shared/settings';

const fontSize = z.number().min(6).max(100);

/** The limit of hosts: more than anybody writes by hand. Each is compared for every connection. */
const HOSTS = 500;

const hosts = z
  .array(
    z.string().superRefine((text, context) => {
      const parsed = parseHostRule(text);
      if (!parsed.ok) context.addIssue({ code: 'custom', message: parsed.error.message });
    }),
  )
  .max(HOSTS);

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'This is not the name of a header.');

const agentFields = z.object({
  name: z.string().exactOptional(),
  command: z.string().min(1).exactOptional(),
  url: z.string().min(1).max(2_000).exactOptional(),
  headers: z.record(headerName, z.string().max(10_000)).exactOptional(),
  allowInsecure: z.boolean().exactOptional(),
  args: z.array(z.string()).exactOptional(),
  cwd: z
    .string()
    .min(1)
    .refine(isBelow, 'Enter a folder inside the session’s folder, such as packages/app.')
    .exactOptional(),
  env: z.record(z.string(), z.string()).exactOptional(),
  wire: z.enum(['auto', ...wireList]).exactOptional(),
  withhold: z.array(z.enum(['fs', 'terminal'])).exactOptional(),
  namespace: z.boolean().exactOptional(),
  seal: z
    .object({
      read: z.array(z.string().min(1)).exactOptional(),
      write: z.array(z.string().min(1)).exactOptional(),
      variables: z.array(z.string().min(1)).exactOptional(),
      hosts: hosts.exactOptional(),
    })
    .exactOptional(),
  enabled: z.boolean().exactOptional(),
});

/** An agent is a program or an address. */
const agentSchema = agentFields.superRefine(({ command, url, allowInsecure }, context) => {
  if ((command === undefined) === (url === undefined)) {
    const message = 'An agent needs either a "command" or a "url".';
    context.addIssue({ code: 'custom', message });
    return;
  }
  const problem = url === undefined ? null : addressProblem(url, allowInsecure);
  if (problem !== null) context.addIssue({ code: 'custom', path: ['url'], message: problem });
});

const projectSchema = z.object({
  name: z.string().min(1).max(200).exactOptional(),
  hosts: hosts.exactOptional(),
  onlyHosts: z.boolean().exactOptional(),
  acceptOnlyWhenGreen: z.boolean().exactOptional(),
});

const { composer, notifications, transcript, terminal, review, permissions, experimental } =
  defaultSettings;

/** The schema of settings.json. Every default is the shared one; unknown keys pass. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark', 'high-contrast']).default(defaultSettings.theme),
  agents: z.record(z.string().min(1), agentSchema).prefault({}),
  mcpServers: z.record(serverName, settingsServer).prefault({}),
  projects: z.record(z.string().min(1), projectSchema).prefault({}),
  defaultAgent: z.string().exactOptional(),
  findAgents: z.boolean().default(defaultSettings.findAgents),
  agentRegistry: z
    .string()
    .regex(/^(?:|(?:https?|file):\/\/\S+)$/, 'Enter a web address, or leave it empty.')
    .default(defaultSettings.agentRegistry),
  defaultIsolation: z.enum(isolations).default(defaultSettings.defaultIsolation),
  composer: z.object({ enterSends: z.boolean().default(composer.enterSends) }).prefault({}),
  editor: z.object({ command: z.string().min(1).exactOptional() }).prefault({}),
  notifications: z
    .object({
      enabled: z.boolean().default(notifications.enabled),
      sound: z.boolean().default(notifications.sound),
    })
    .prefault({}),
  transcript: z
    .object({
      fontSize: fontSize.default(transcript.fontSize),
      showThoughts: z.boolean().default(transcript.showThoughts),
    })
    .prefault({}),
  terminal: z
    .object({
      shell: z.string().min(1).exactOptional(),
      fontSize: fontSize.default(terminal.fontSize),
      // xterm keeps about 1 kB per line, so this is at most 100 MB per terminal.
      scrollback: z.int().min(0).max(100_000).default(terminal.scrollback),
    })
    .prefault({}),
  review: z
    .object({
      selfArming: z
        .array(z.string().min(1).max(200))
        .max(200)
        .default([...review.selfArming]),
      fontSize: fontSize.default(review.fontSize),
    })
    .prefault({}),
  permissions: z
    .object({
      copyEdits: z.boolean().default(permissions.copyEdits),
      sealedCommands: z.boolean().default(permissions.sealedCommands),
    })
    .prefault({}),
  updates: z.enum(['notify', 'off']).default(defaultSettings.updates),
  prompts: z.record(z.string().min(1).max(200), z.string().max(100_000)).prefault({}),
  experimental: z
    .object({ acpVersion2: z.boolean().default(experimental.acpVersion2) })
    .prefault({}),
  keybindings: z.record(z.string(), z.string().nullable()).prefault({}),
});

/**
 * The part of a value that is dropped when something in it is invalid. An agent or a server is
 * dropped as a whole: nobody wants one that runs with half of its arguments.
 */
export function faultyPart(path: readonly PropertyKey[]): readonly PropertyKey[] {
  if (path[0] === 'agents' || path[0] === 'mcpServers') return path.slice(0, 2);
  return path[0] === 'projects' ? path.slice(0, 3) : path;
}

/**
 * The replacement for an invalid part; undefined for its default. A typo must not open a network
 * that somebody wanted to limit, or skip a question.
 */
export function saferValue(path: readonly PropertyKey[]): unknown {
  // An invalid permission rule becomes one that asks.
  if (path[0] === 'permissions') {
    return path.length === 1 ? { copyEdits: false, sealedCommands: false } : false;
  }
  // A typing error must not make the app use the network.
  if (path[0] === 'updates') return 'off';
  if (path[0] !== 'projects') return undefined;
  // An entry without a folder is not a project, so nothing can replace it.
  if (path.length === 2) return path[1] === '' ? undefined : { onlyHosts: true };
  const isLimit = path[2] === 'onlyHosts' || path[2] === 'acceptOnlyWhenGreen';
  return path.length === 3 && isLimit ? true : undefined;
}

/** The schema of a key inside a schema: undefined if the key is unknown. */
export function schemaOf(
  schema: z.core.$ZodType,
  key: string | number,
): z.core.$ZodType | undefined {
  const bare = withoutDefault(schema);
  if (bare instanceof z.ZodObject)
    return Object.hasOwn(bare.shape, key) ? bare.shape[key] : undefined;
  if (bare instanceof z.ZodRecord) return typeof key === 'string' ? bare.valueType : undefined;
  if (bare instanceof z.ZodArray) return typeof key === 'number' ? bare.element : undefined;
  return undefined;
}

export function withoutDefault(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodExactOptional;
  return isWrapped ? withoutDefault(schema.unwrap()) : schema;
}

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Assert<T extends true> = T;

/** Compiles only if the schema and the shared types agree, including optional keys. */
export type SchemaMatchesTypes = Assert<
  Same<Frozen<z.output<typeof settingsSchema>>, Frozen<Settings>>
>;
