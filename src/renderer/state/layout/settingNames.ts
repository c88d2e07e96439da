import type { SettingsSectionName } from './settingsSection';

/** All settings that have a row in the settings, with their sections; the palette offers them. */
export const settingNames = {
  'Allow commands in sealed sessions': 'Permission rules',
  'Allow edits in a session’s own copy': 'Permission rules',
  'Default agent': 'General',
  'Default isolation': 'General',
  'Enter sends the prompt': 'General',
  'Show thoughts': 'General',
  'Editor command': 'General',
  'Terminal shell': 'General',
  'Terminal scrollback': 'General',
  'More files that can run code': 'General',
  Theme: 'Appearance',
  'Transcript font size': 'Appearance',
  'Terminal font size': 'Appearance',
  'Diff font size': 'Appearance',
  'Offer agents found on this computer': 'Agents',
  'Try version 2 of ACP': 'Agents',
  'Notify me': 'Notifications',
  'Play a sound': 'Notifications',
  'Check for updates automatically': 'About',
} as const satisfies Readonly<Record<string, SettingsSectionName>>;

export type SettingName = keyof typeof settingNames;
