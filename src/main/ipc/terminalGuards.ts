import { z } from 'zod';
import { INPUT_CHARACTERS, MAXIMUM_COLUMNS, MAXIMUM_ROWS } from '#main/ptyHost/limits';
import type { TerminalId } from '#shared/ids';
import { folder } from './folderGuard';
import type { Guards } from './guards';
import { sessionId } from './sessionGuards';
import type { TerminalRequest } from './terminalHandlers';

const MAX_NAME = 4_096;
/** File names on one line of a terminal. */
const MAX_NAMES = 100;
const MAX_COMMAND = 100_000;

const name = z.string().min(1).max(MAX_NAME);
const terminalId = name.transform((text) => text as TerminalId);
const size = z.strictObject({
  columns: z.int().min(1).max(MAXIMUM_COLUMNS),
  rows: z.int().min(1).max(MAXIMUM_ROWS),
});
const place = z.union([
  z.strictObject({ sessionId }),
  z.strictObject({ folder }),
  z.strictObject({ folder: z.null() }),
]);
const agentTerminal = z.strictObject({ sessionId, terminalId });

export const terminalGuards: Pick<Guards, TerminalRequest> = {
  'terminals.list': z.null(),
  'terminals.connect': z.null(),
  'terminals.create': z.strictObject({
    place,
    size,
    run: z.strictObject({ name, command: z.string().min(1).max(MAX_COMMAND) }).nullable(),
  }),
  'terminals.login': z.strictObject({ sessionId, methodId: name, size }),
  'terminals.restart': z.strictObject({ terminalId, size }),
  'terminals.rename': z.strictObject({ terminalId, name: name.nullable() }),
  'terminals.close': z.strictObject({ terminalId }),
  'terminals.tail': z.strictObject({ terminalId }),
  'terminals.findFiles': z.strictObject({ terminalId, names: z.array(name).max(MAX_NAMES) }),
  'terminals.openFile': z.strictObject({
    terminalId,
    name,
    line: z.int().positive().nullable(),
  }),
  'terminals.runnables': z.strictObject({ place }),
  'terminals.agentOutput': agentTerminal,
  'terminals.takeOver': agentTerminal,
  'terminals.handBack': agentTerminal,
  'terminals.agentInput': agentTerminal.extend({ data: z.string().max(INPUT_CHARACTERS) }),
  'terminals.agentResize': agentTerminal.extend({ size }),
  'terminals.stopAgent': agentTerminal,
  'terminals.paste': z.null(),
};
