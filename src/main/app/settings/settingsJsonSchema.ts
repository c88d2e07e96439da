import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { ifExists } from '#main/base/files/ifExists';
import { settingTable } from '#shared/settingTable';
import { settingsSchema } from './settingsSchema';

const SCHEMA_FILE = 'settings.schema.json';

type JsonObject = Record<string, unknown>;

/** The schema of settings.json for editors, derived from the schema with which the app reads it. */
export function settingsJsonSchema(): JsonObject {
  const schema = z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' });
  const described = schema as JsonObject;
  for (const [key, description] of Object.entries(settingTable)) {
    const node = key.split('.').reduce<unknown>(propertyOf, described);
    if (isObject(node)) node.description = description;
  }
  const properties = isObject(described.properties) ? described.properties : {};
  return {
    ...described,
    title: 'Settings of Airlock',
    properties: { $schema: { type: 'string' }, ...properties },
  };
}

/**
 * Writes the schema next to settings.json, where editors find it through `"$schema":
 * "./settings.schema.json"`.
 */
export async function writeSettingsSchema(settingsPath: string): Promise<void> {
  const path = join(dirname(settingsPath), SCHEMA_FILE);
  const text = `${JSON.stringify(settingsJsonSchema(), null, 2)}\n`;
  const known = await ifExists(readFile(path, 'utf8'));
  if (known !== text) await writeFileAtomic(path, text);
}

function propertyOf(node: unknown, key: string): unknown {
  return isObject(node) && isObject(node.properties) ? node.properties[key] : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
