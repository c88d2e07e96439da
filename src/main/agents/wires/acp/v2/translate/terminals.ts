import { StringDecoder } from 'node:string_decoder';
import type { TerminalId } from '#shared/ids';
import type { Heard } from '../../../heard';
import { identifier, isRecord, type JsonRecord, makeRoom, textOr } from '../../../json';
import { TerminalTail } from '../../../terminalTail';
import { AGENT_TERMINALS } from '../../limits';

interface Terminal {
  readonly terminalId: TerminalId;
  tail: TerminalTail;
  /** Chunks may end within a character. */
  decoder: StringDecoder;
  hasOutput: boolean;
}

/** Clears a terminal's screen before it is redrawn. */
const RESET = '\u001bc';

/** Terminals that the agent runs and reports; the draft has no others. */
export class DraftTerminals {
  private readonly terminals = new Map<string, Terminal>();

  /** Null for an update that cannot be read. */
  update(update: JsonRecord): readonly Heard[] | null {
    const id = identifier(update.terminalId);
    if (id === null) return null;
    const heard: Heard[] = [];
    const terminal = this.meet(id, update, heard);
    if (isRecord(update.output)) heard.push(...this.replace(terminal, update.output.data));
    if (isRecord(update.exitStatus)) heard.push(ended(terminal, update.exitStatus));
    return heard;
  }

  chunk(update: JsonRecord): readonly Heard[] | null {
    const id = identifier(update.terminalId);
    if (id === null) return null;
    const heard: Heard[] = [];
    const terminal = this.meet(id, update, heard);
    heard.push(...append(terminal, update.data));
    return heard;
  }

  private meet(id: string, update: JsonRecord, heard: Heard[]): Terminal {
    const known = this.terminals.get(id);
    if (known) return known;
    makeRoom(this.terminals, AGENT_TERMINALS);
    const terminalId = id as string as TerminalId;
    const terminal = { terminalId, ...blank(), hasOutput: false };
    this.terminals.set(id, terminal);
    heard.push({
      type: 'terminal.started',
      terminalId,
      command: textOr(update.command, ''),
      args: [],
      cwd: textOr(update.cwd, ''),
      owner: 'agent',
    });
    return terminal;
  }

  /** Replaces our output with the whole output from the agent. */
  private replace(terminal: Terminal, data: unknown): readonly Heard[] {
    const { terminalId, hasOutput } = terminal;
    Object.assign(terminal, blank());
    const reset: Heard = { type: 'terminal.data', terminalId, data: RESET };
    return [...(hasOutput ? [reset] : []), ...append(terminal, data)];
  }
}

function blank(): Pick<Terminal, 'tail' | 'decoder'> {
  return { tail: new TerminalTail(), decoder: new StringDecoder('utf8') };
}

function append(terminal: Terminal, data: unknown): readonly Heard[] {
  if (typeof data !== 'string') return [];
  const text = terminal.decoder.write(Buffer.from(data, 'base64'));
  if (text === '') return [];
  terminal.tail.append(text);
  terminal.hasOutput = true;
  return [{ type: 'terminal.data', terminalId: terminal.terminalId, data: text }];
}

function ended({ terminalId, tail }: Terminal, { exitCode, signal }: JsonRecord): Heard {
  return {
    type: 'terminal.ended',
    terminalId,
    exitCode: Number.isSafeInteger(exitCode) ? (exitCode as number) : null,
    signal: textOr(signal, null),
    tail: tail.text,
    truncated: tail.truncated,
  };
}
