import { readdirSync, readFileSync } from 'node:fs';

/**
 * Signals all that runs in a terminal, in whichever group the shell has put it. Only Linux tells
 * who belongs to a session; elsewhere the rest is hung up when the terminal closes.
 */
export function signalSession(leader: number, signal: NodeJS.Signals): void {
  const members = process.platform === 'linux' ? sessionMembers(leader) : [];
  send(-leader, signal);
  for (const pid of members) send(pid, signal);
}

function sessionMembers(leader: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => sessionOf(pid) === leader);
}

function sessionOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name stands in brackets and may hold anything: state, parent, group and session follow.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[3]);
  } catch {
    // It ended while we were looking.
    return undefined;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Gone already, or a program that changed its user, such as sudo.
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
