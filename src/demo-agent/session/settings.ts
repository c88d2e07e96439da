import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk/unstable';
import { z } from 'zod';
import { type ModeId, modeIds } from '../parse/request';

export type Pace = 'steady' | 'instant';

export interface DemoSettings {
  readonly mode: ModeId;
  readonly pace: Pace;
  /** `all`, or the folder in which find and replace work if a request names none. */
  readonly scope: string;
  readonly explain: boolean;
}

export const settingsSchema = z.object({
  mode: z.enum(['ask', 'auto', 'plan']).catch('ask'),
  pace: z.enum(['steady', 'instant']).catch('steady'),
  scope: z.string().catch('all'),
  explain: z.boolean().catch(true),
});

export const initialSettings: DemoSettings = {
  mode: 'ask',
  pace: 'steady',
  scope: 'all',
  explain: true,
};

const modes: Readonly<Record<ModeId, { name: string; description: string }>> = {
  ask: { name: 'Ask', description: 'Asks before each change and each command' },
  auto: { name: 'Auto', description: 'Changes files and runs commands without asking' },
  plan: { name: 'Plan', description: 'Says what it would do, and changes nothing' },
};

export function modeState(settings: DemoSettings): SessionModeState {
  return {
    currentModeId: settings.mode,
    availableModes: modeIds.map((id) => ({ id, ...modes[id] })),
  };
}

export interface OptionSources {
  readonly folders: readonly string[];
  readonly booleanOptions: boolean;
}

export function configOptions(
  settings: DemoSettings,
  sources: OptionSources,
): SessionConfigOption[] {
  const options: SessionConfigOption[] = [
    {
      id: 'mode',
      name: 'Mode',
      description: 'What it may do without asking',
      category: 'mode',
      type: 'select',
      currentValue: settings.mode,
      options: modeIds.map((id) => ({ value: id, ...modes[id] })),
    },
    {
      id: 'scope',
      name: 'Scope',
      description: 'Where find and replace look when you name no files',
      type: 'select',
      currentValue: settings.scope,
      options: [
        {
          group: 'project',
          name: 'Project',
          options: [
            { value: 'all', name: 'Everything', description: 'All files that git does not ignore' },
          ],
        },
        ...(sources.folders.length > 0
          ? [
              {
                group: 'folders',
                name: 'Folders',
                options: sources.folders.map((folder) => ({ value: folder, name: folder })),
              },
            ]
          : []),
      ],
    },
    {
      id: 'pace',
      name: 'Pace',
      description: 'How fast it talks',
      type: 'select',
      currentValue: settings.pace,
      options: [
        { value: 'steady', name: 'Steady', description: 'A few words at a time' },
        { value: 'instant', name: 'Instant', description: 'All at once' },
      ],
    },
  ];
  if (sources.booleanOptions) {
    options.push({
      id: 'explain',
      name: 'Explain steps',
      description: 'Says how it understood each request',
      type: 'boolean',
      currentValue: settings.explain,
    });
  }
  return options;
}

/** The settings with one option changed; undefined if there is no such option or value. */
export function changeOption(
  settings: DemoSettings,
  sources: OptionSources,
  id: string,
  value: string | boolean,
): DemoSettings | undefined {
  const option = configOptions(settings, sources).find((candidate) => candidate.id === id);
  if (!option) return undefined;
  if (option.type === 'boolean') {
    return typeof value === 'boolean' ? { ...settings, explain: value } : undefined;
  }
  const values = option.options.flatMap((entry) =>
    'group' in entry ? entry.options.map((inner) => inner.value) : [entry.value],
  );
  if (typeof value !== 'string' || !values.includes(value)) return undefined;
  return settingsSchema.parse({ ...settings, [id]: value });
}
