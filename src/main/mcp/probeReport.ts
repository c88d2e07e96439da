import { z } from 'zod';
import type { McpTestReport } from '#shared/ipc/mcp';
import { TOOL_DESCRIPTION, TOOL_NAME, TOOLS } from './limits';

const text = z.string().max(TOOL_DESCRIPTION);

/** The single line that the program writes when it has tested a server. */
const outcome = z.union([
  z.object({
    ok: z.literal(true),
    name: text.nullable(),
    version: text.nullable(),
    protocol: text.nullable(),
    tools: z
      .array(z.object({ name: z.string().max(TOOL_NAME), description: text.nullable() }))
      .max(TOOLS),
    isComplete: z.boolean(),
  }),
  z.object({ ok: z.literal(false), message: z.string().max(4_000) }),
]);

export type ProbeOutcome = z.infer<typeof outcome>;

/** Null for anything that such a program does not write. */
export function readOutcome(line: string): ProbeOutcome | null {
  try {
    return outcome.safeParse(JSON.parse(line)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function reportOf(
  { name, version, protocol, tools, isComplete }: Extract<ProbeOutcome, { ok: true }>,
  milliseconds: number,
): McpTestReport {
  return { name, version, protocol, tools, isComplete, milliseconds };
}
