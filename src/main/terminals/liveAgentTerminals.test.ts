import { describe, expect, it, onTestFinished } from 'vitest';
import type { SessionId, TerminalId } from '#shared/ids';
import type { EventOf } from '#shared/session/events';
import { LiveAgentTerminals } from './liveAgentTerminals';

const session = 'ses_live000001' as SessionId;

function started(id: string, owner: 'client' | 'agent' = 'client'): EventOf<'terminal.started'> {
  const terminalId = id as TerminalId;
  return { type: 'terminal.started', terminalId, command: 'ls', args: [], cwd: '/', owner };
}

function create(): LiveAgentTerminals {
  const live = new LiveAgentTerminals();
  onTestFinished(() => live.dispose());
  return live;
}

describe('LiveAgentTerminals', () => {
  it('lists running terminals and reports changes', () => {
    const live = create();
    let changes = 0;
    live.onDidChange(() => changes++);
    live.hear(session, [started('a'), { ...started('b'), tty: true }]);
    expect(live.list().map(({ id, isInteractive }) => [id, isInteractive])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    const terminalId = 'a' as TerminalId;
    const end = { exitCode: 0, signal: null, tail: '', truncated: false };
    live.hear(session, [{ type: 'terminal.ended', terminalId, ...end }]);
    expect(live.list().map(({ id }) => id)).toEqual(['b']);
    live.hear(session, [{ type: 'agent.starting' }]);
    expect(changes).toBe(2);
  });

  it('keeps sessions apart even if agents use the same ids', () => {
    const live = create();
    const other = 'ses_live000002' as SessionId;
    live.hear(session, [started('1', 'agent')]);
    live.hear(other, [started('1', 'agent')]);
    live.setTakenOver(other, '1' as TerminalId, true);
    live.forget(session);
    expect(live.list()).toMatchObject([{ sessionId: other, id: '1', isTakenOver: true }]);
  });

  it('ends the agent’s own commands with the agent', () => {
    const live = create();
    live.hear(session, [started('ours'), started('theirs', 'agent'), { type: 'agent.detached' }]);
    expect(live.list().map(({ id }) => id)).toEqual(['ours']);
  });
});
