import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomic } from '#main/base/atomicFile';
import { ifExists } from '#main/base/ifExists';
import type { Logger } from '#main/base/logger';
import { TAIL_CHARACTERS } from '#main/ptyHost/limits';
import { isSessionId } from '#shared/ids';
import type { UserTerminal } from '#shared/terminal/terminal';
import { NAME_CHARACTERS, RESTORED_TERMINALS } from './limits';

/** A terminal of an earlier run of the app: its name, where it was, and what it last showed. */
export interface SavedTerminal extends Omit<UserTerminal, 'state'> {
  readonly tail: string;
}

const file = z.object({
  version: z.literal(1),
  terminals: z.array(
    z.object({
      kind: z.enum(['shell', 'run']),
      id: z.string().min(1).max(100),
      name: z.string().max(NAME_CHARACTERS),
      givenName: z.string().max(NAME_CHARACTERS).nullable(),
      sessionId: z.string().refine(isSessionId).nullable(),
      cwd: z.string(),
      command: z.string().nullable(),
      tail: z.string().max(TAIL_CHARACTERS),
    }),
  ),
});

export async function readSavedTerminals(
  path: string,
  logger: Logger,
): Promise<readonly SavedTerminal[]> {
  try {
    const text = await ifExists(readFile(path, 'utf8'));
    if (text === undefined) return [];
    const { terminals } = file.parse(JSON.parse(text));
    return terminals.slice(-RESTORED_TERMINALS) as unknown as readonly SavedTerminal[];
  } catch (error) {
    logger.warn('the list of terminals is not readable', { error });
    return [];
  }
}

export async function writeSavedTerminals(
  path: string,
  terminals: readonly SavedTerminal[],
): Promise<void> {
  const content = { version: 1, terminals: terminals.slice(-RESTORED_TERMINALS) };
  await writeFileAtomic(path, `${JSON.stringify(content)}\n`);
}
