import type { SessionId } from '#shared/ids';
import { type Command, command } from '#window/commands/command';
import { call } from '#window/ipc/client';
import { sessionModel } from '#window/state/session/sessionModels';
import { composerHandle } from './composerHandles';

/** Commands for the prompt of the active session. */
export function createComposerCommands(active: () => SessionId | undefined): readonly Command[] {
  const head = () => {
    const id = active();
    return id === undefined ? undefined : sessionModel(id)?.head();
  };
  return [
    command('composer.focus', {
      enabled: () => head() !== undefined,
      run: () => {
        const id = active();
        if (id !== undefined) composerHandle(id)?.focus();
      },
    }),
    command('mode.next', {
      enabled: () => (head()?.modes?.available.length ?? 0) > 1,
      run: async () => {
        const { id, modes } = head() ?? {};
        if (id === undefined || !modes) return;
        const at = modes.available.findIndex((mode) => mode.id === modes.current);
        const next = modes.available[(at + 1) % modes.available.length];
        if (next === undefined) return;
        const command = { type: 'mode.set', modeId: next.id } as const;
        await call('sessions.command', { sessionId: id, command });
      },
    }),
  ];
}
