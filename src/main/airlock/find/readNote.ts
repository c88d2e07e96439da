import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { ifExists } from '#main/base/files/ifExists';

/** A note that looks take for themselves. A damaged one counts as none. */
export async function readNote<T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await ifExists(readFile(file, 'utf8'));
  return text === undefined ? undefined : schema.safeParse(parseJson(text)).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
