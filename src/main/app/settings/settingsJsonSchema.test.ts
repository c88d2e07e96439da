import { expect, it } from 'vitest';
import { z } from 'zod';
import { defaultOfSetting, type SettingKey, settingKeys } from '#shared/settingTable';
import { settingsJsonSchema } from './settingsJsonSchema';
import { settingsSchema, withoutDefault } from './settingsSchema';

/** The keys of the schema that reads the file: members of groups, and what is no group. */
function keysOf(schema: z.core.$ZodType, path: readonly string[] = []): readonly string[] {
  const bare = withoutDefault(schema);
  if (!(bare instanceof z.ZodObject)) return [path.join('.')];
  return Object.entries(bare.shape).flatMap(([key, inner]) => keysOf(inner, [...path, key]));
}

interface SchemaNode {
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
}

const root = settingsJsonSchema() as SchemaNode;
const nodeOf = (key: SettingKey) =>
  key.split('.').reduce<SchemaNode | undefined>((node, part) => node?.properties?.[part], root);

it('has a line for each setting, and for nothing else', () => {
  expect([...settingKeys].sort()).toEqual([...keysOf(settingsSchema)].sort());
});

it.each(settingKeys)('describes %s, with its default', (key) => {
  const node = nodeOf(key);
  expect(node?.description).toBeTruthy();
  const usual = defaultOfSetting(key);
  if (typeof usual !== 'object') expect(node?.default).toEqual(usual);
});

it('lets editors complete agents and servers', () => {
  const text = JSON.stringify(settingsJsonSchema());
  for (const word of ['withhold', 'headers', 'high-contrast', 'acp-2025.1', '$schema']) {
    expect(text).toContain(word);
  }
});
