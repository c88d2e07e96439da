import { z } from 'zod';
import { projectServer, serverName } from '#main/mcp/serverSchema';
import { leadsIntoGit } from '#shared/airlock/gitName';
import type { ProjectCheck } from '#shared/checks/check';
import { MCP_SERVERS } from '#shared/mcp/server';
import type { CarryRule, ProjectPlan } from '#shared/project/projectSetup';
import { GlobPattern } from '#shared/text/globPattern';
import {
  CARRY_RULES,
  CHECKS,
  COMMAND_CHARACTERS,
  NAME_CHARACTERS,
  PATH_CHARACTERS,
  PROMPT_CHARACTERS,
  PROMPTS,
  RUN_COMMANDS,
} from './limits';

const path = z
  .string()
  .min(1)
  .max(PATH_CHARACTERS)
  .superRefine((text, context) => {
    const fault = pathFault(text);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  });

const command = z
  .string()
  .max(COMMAND_CHARACTERS)
  .refine((text) => text.trim() !== '', 'A command must not be empty');

const rule = z.union([
  path.transform((text): CarryRule => ({ path: text, as: 'copy' })),
  z.strictObject({ path, as: z.enum(['copy', 'link']) }),
]);

const check = z.union([
  command.transform((text): ProjectCheck => ({ command: text, report: null })),
  z.strictObject({ command, report: path }),
]);

const runName = z.string().min(1).max(NAME_CHARACTERS);

export const planSchema = z
  .strictObject({
    $schema: z.string().optional(),
    carry: z.array(rule).max(CARRY_RULES).optional(),
    setup: command.optional(),
    run: z
      .record(runName, command)
      .refine((commands) => Object.keys(commands).length <= RUN_COMMANDS, 'Too many commands')
      .optional(),
    checks: z
      .record(runName, check)
      .refine((checks) => Object.keys(checks).length <= CHECKS, 'Too many checks')
      .optional(),
    prompts: z
      .record(runName, z.string().min(1).max(PROMPT_CHARACTERS))
      .refine((prompts) => Object.keys(prompts).length <= PROMPTS, 'Too many prompts')
      .optional(),
    mcpServers: z
      .record(serverName, projectServer)
      .refine((servers) => Object.keys(servers).length <= MCP_SERVERS, 'Too many servers')
      .optional(),
  })
  .transform(
    ({
      carry = [],
      setup = null,
      run = {},
      checks = {},
      prompts = {},
      mcpServers = {},
    }): ProjectPlan => ({
      carry: carry.map((one) => ({ ...one, path: one.path.replace(/\/+$/, '') })),
      setup,
      run,
      checks,
      prompts,
      mcpServers,
    }),
  );

function pathFault(text: string): string | null {
  if (/^(?:[\\/]|~|[A-Za-z]:[\\/])/.test(text)) return 'A path must be inside the project';
  if (text.includes('\\')) return 'Separate folders with /';
  const parts = text.split('/').filter((part) => part !== '');
  if (parts.length === 0) return 'A path must name something';
  if (parts.includes('..') || parts.includes('.')) return 'A path must not contain . or .. parts';
  if (leadsIntoGit(text)) return 'The .git folder cannot be carried over';
  const pattern = GlobPattern.parse(text);
  return pattern.ok ? null : pattern.error.message.replace(/\.$/, '');
}
