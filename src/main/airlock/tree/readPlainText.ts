import { readFile, stat } from 'node:fs/promises';
import { ifExists } from '#main/base/files/ifExists';

/** Undefined unless there is a file: a pipe in its place would keep us waiting. */
export async function readPlainText(path: string): Promise<string | undefined> {
  const isFile = (await ifExists(stat(path)))?.isFile() === true;
  return isFile ? ifExists(readFile(path, 'utf8')) : undefined;
}
