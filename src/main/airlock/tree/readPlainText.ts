import { readFile, stat } from 'node:fs/promises';
import { ifExists } from '#main/base/files/ifExists';

/** The text of a file; undefined for anything else, because reading a pipe would wait forever. */
export async function readPlainText(path: string): Promise<string | undefined> {
  const isFile = (await ifExists(stat(path)))?.isFile() === true;
  return isFile ? ifExists(readFile(path, 'utf8')) : undefined;
}
