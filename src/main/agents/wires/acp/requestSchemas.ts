import type * as acp from '@agentclientprotocol/sdk/unstable';
import { z } from 'zod';

/**
 * The version 1 requests about files and commands. The SDK has these checks, too, but only as part
 * of its connection; a test compares the results of both.
 */

const sessionId = z.string();
const line = z.int().min(0).max(0xffff_ffff).nullable().default(null);
const aboutTerminal = z.object({ sessionId, terminalId: z.string() });

function listOr<T extends z.ZodType>(item: T) {
  return z
    .array(item)
    .nullish()
    .transform((list) => list ?? []);
}

export const readTextFileRequest = z.object({
  sessionId,
  path: z.string(),
  line,
  limit: line,
}) satisfies z.ZodType<acp.ReadTextFileRequest>;

export const writeTextFileRequest = z.object({
  sessionId,
  path: z.string(),
  content: z.string(),
}) satisfies z.ZodType<acp.WriteTextFileRequest>;

export const createTerminalRequest = z.object({
  sessionId,
  command: z.string(),
  args: listOr(z.string()),
  env: listOr(z.object({ name: z.string(), value: z.string() })),
  cwd: z.string().nullable().default(null),
  // Not `z.int()`: a 64-bit count may be larger than a number can hold exactly.
  outputByteLimit: z.number().refine(Number.isInteger).min(0).nullable().default(null),
}) satisfies z.ZodType<acp.CreateTerminalRequest>;

export const terminalRequest = aboutTerminal satisfies z.ZodType<acp.TerminalOutputRequest> &
  z.ZodType<acp.WaitForTerminalExitRequest> &
  z.ZodType<acp.KillTerminalRequest> &
  z.ZodType<acp.ReleaseTerminalRequest>;
