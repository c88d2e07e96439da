import type { SessionId } from '#shared/ids';
import { type Command, command } from '#window/commands/command';
import { threadHandle } from './threadHandles';

/** Commands for the transcript of the active session. */
export function createThreadCommands(active: () => SessionId | undefined): readonly Command[] {
  const handle = () => {
    const id = active();
    return id === undefined ? undefined : threadHandle(id);
  };
  return [
    command('thread.find', {
      enabled: () => handle() !== undefined,
      run: () => handle()?.openFind(),
    }),
    command('thread.latest', {
      enabled: () => handle() !== undefined,
      run: () => handle()?.jumpToLatest(),
    }),
    command('thread.copyAnswer', {
      enabled: () => handle() !== undefined,
      run: () => handle()?.copyAnswer(),
    }),
    command('thread.focus', {
      enabled: () => handle() !== undefined,
      run: () => handle()?.focus(),
    }),
  ];
}
