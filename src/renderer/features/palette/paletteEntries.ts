import type { CommandId } from '#shared/commands/commandTable';
import type { SessionSummary } from '#shared/session/summary';
import type { Command } from '#window/commands/command';
import { commands } from '#window/commands/commands';
import { goToSession } from '#window/state/layout/reveal';
import { type SettingName, settingNames } from '#window/state/layout/settingNames';
import { openSetting } from '#window/state/layout/settingsSection';
import { projectName } from '#window/state/projects/projectName';
import { titleOf } from '#window/state/session/sessionsStore';

/** Something that the palette can lead to: a command, a session, a setting or a file. */
export interface PaletteEntry {
  readonly key: string;
  readonly title: string;
  /** The kind and place, at the end of the row; a command needs none. */
  readonly detail: string;
  readonly group: string;
  /** Other words that find the entry. */
  readonly keywords: string;
  /** The command whose shortcut is shown. */
  readonly commandId?: CommandId;
  run(): void;
}

export function commandEntry({ id, title, group, keywords = '' }: Command): PaletteEntry {
  return {
    key: `command:${id}`,
    title,
    detail: '',
    group,
    keywords: `${group} ${keywords}`,
    commandId: id,
    run: () => void commands.run(id),
  };
}

export function sessionEntry(session: SessionSummary): PaletteEntry {
  const { id, project, agent, archived } = session;
  const kind = archived ? 'archived session' : 'session';
  return {
    key: `session:${id}`,
    title: titleOf(session),
    detail: `${kind} in ${projectName(project)}`,
    group: 'Go to session',
    keywords: `session ${agent.name} ${project}`,
    run: () => goToSession(id),
  };
}

export const settingEntries: readonly PaletteEntry[] = Object.entries(settingNames).map(
  ([name, section]) => ({
    key: `setting:${name}`,
    title: name,
    detail: `setting in ${section}`,
    group: 'Settings',
    keywords: `setting preference option ${section}`,
    run: () => openSetting(name as SettingName),
  }),
);
