import { z } from 'zod';
import { KeptFile, type ReportProblem } from '#main/base/files/keptFile';
import { secretValues } from '#main/base/secrets/secretValues';
import { TAIL_CHARACTERS } from '#main/ptyHost/limits';
import { isSessionId } from '#shared/ids';
import type { UserTerminal } from '#shared/terminal/terminal';
import { NAME_CHARACTERS, RESTORED_TERMINALS } from './limits';

/** A terminal of an earlier run of the app: its name, its folder and its last output. */
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

/** The file that keeps terminals between two runs. */
export class SavedTerminals {
  private readonly kept: KeptFile<readonly SavedTerminal[]>;

  constructor(path: string, onProblem: ReportProblem) {
    const parse = (value: unknown) => {
      const terminals = file.safeParse(value).data?.terminals;
      return (terminals as unknown as readonly SavedTerminal[] | undefined) ?? null;
    };
    this.kept = new KeptFile({ path, version: 1, parse, onProblem });
  }

  async read(): Promise<readonly SavedTerminal[]> {
    const kept = await this.kept.read();
    return kept.type === 'found' ? kept.value.slice(-RESTORED_TERMINALS) : [];
  }

  /**
   * Writes the terminals. Returns those of the earlier run that could not be read at first and are
   * written along.
   */
  async write(terminals: readonly SavedTerminal[]): Promise<readonly SavedTerminal[]> {
    let late: readonly SavedTerminal[] = [];
    await this.kept.write((unseen) => {
      late = unseen ?? [];
      const saved = [...late, ...terminals].slice(-RESTORED_TERMINALS).map((terminal) => ({
        ...secretValues.redactMembers(terminal),
        tail: secretValues.redactPiece(terminal.tail).slice(-TAIL_CHARACTERS),
      }));
      return `${JSON.stringify({ version: 1, terminals: saved })}\n`;
    });
    return late;
  }
}
