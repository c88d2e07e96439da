import type { SessionId } from '#shared/ids';
import type { Command } from '../../commands/command';
import { threadHandle } from './threadHandles';

/** Commands on the transcript of whichever session is active. */
export function createThreadCommands(active: () => SessionId | undefined): readonly Command[] {
  const handle = () => {
    const id = active();
    return id === undefined ? undefined : threadHandle(id);
  };
  return [
    {
      id: 'thread.find',
      title: 'Find in transcript',
      group: 'Session',
      key: 'Mod+F',
      keywords: 'search text',
      enabled: () => handle() !== undefined,
      run: () => handle()?.openFind(),
    },
    {
      id: 'thread.latest',
      title: 'Jump to latest',
      group: 'Session',
      key: 'Mod+End',
      keywords: 'scroll bottom end newest',
      enabled: () => handle() !== undefined,
      run: () => handle()?.jumpToLatest(),
    },
    {
      id: 'thread.copyAnswer',
      title: 'Copy the last answer as Markdown',
      group: 'Session',
      key: 'Mod+Alt+C',
      keywords: 'clipboard message reply',
      enabled: () => handle() !== undefined,
      run: () => handle()?.copyAnswer(),
    },
    {
      id: 'thread.focus',
      title: 'Focus transcript',
      group: 'Session',
      enabled: () => handle() !== undefined,
      run: () => handle()?.focus(),
    },
  ];
}
