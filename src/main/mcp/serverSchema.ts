import { z } from 'zod';
import { entryFault, MCP_NAME, MCP_NAME_RULE, type McpServerEntry } from '#shared/mcp/server';

/** The longest text: longer than any argument, address or value in a settings file. */
const TEXT = 8_192;
/** The most items: more than anybody writes by hand. */
const ITEMS = 200;

const text = z.string().max(TEXT);
const variables = z
  .record(z.string().regex(/^[^=\0]{1,200}$/, 'This is not the name of a variable'), text)
  .refine((values) => Object.keys(values).length <= ITEMS, 'Too many variables');
const headers = z
  .record(
    z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/, 'This is not the name of a header'),
    text.regex(/^[^\r\n\0]*$/, 'A header is one line'),
  )
  .refine((values) => Object.keys(values).length <= ITEMS, 'Too many headers');

const fields = {
  type: z.enum(['stdio', 'http', 'sse']).exactOptional(),
  command: text.min(1).exactOptional(),
  args: z.array(text).max(ITEMS).exactOptional(),
  env: variables.exactOptional(),
  url: text.min(1).exactOptional(),
  headers: headers.exactOptional(),
};

function check(entry: McpServerEntry, context: z.RefinementCtx): void {
  const fault = entryFault(entry);
  if (fault === null) return;
  context.addIssue({ code: 'custom', path: [fault.key], message: fault.message });
}

export const serverName = z.string().regex(MCP_NAME, MCP_NAME_RULE);

/** A server in settings.json; unknown keys are allowed. */
export const settingsServer = z
  .object({
    ...fields,
    agents: z.array(z.string().min(1).max(200)).max(ITEMS).exactOptional(),
    enabled: z.boolean().exactOptional(),
  })
  .superRefine(check);

/** A server in a project's file, in which every key must be understood. */
export const projectServer = z.strictObject(fields).superRefine(check);
