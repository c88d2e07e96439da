import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

export async function makeFolderOf(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
}
