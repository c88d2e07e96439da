import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { ifExists } from '#main/base/files/ifExists';

/** A note that looks take for themselves. */
export async function readNote<T>(
  file: string,
  schema: z.ZodType<T>,
): Promise<T | 'none' | 'damaged'> {
  const text = await ifExists(readFile(file, 'utf8'));
  return text === undefined ? 'none' : (schema.safeParse(parseJson(text)).data ?? 'damaged');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
