import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { COPY_REFS, COPY_REFS_BYTES } from '#main/airlock/limits';
import { entriesUpTo } from '#main/base/files/entriesUpTo';
import { ifExists } from '#main/base/files/ifExists';

/** The commits named in a copy's own repository, where an agent may have written anything. */
export interface CopyRefs {
  /** The commit of HEAD; null before the first commit, or if HEAD leads nowhere. */
  readonly head: string | null;
  /** Hashes of branches, tags, the stash and everything that was checked out or stashed. */
  readonly own: readonly string[];
  /** Hashes of remote branches, which can be fetched again. */
  readonly remote: readonly string[];
}

const ID = /\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b/g;
const LOGS = ['logs/HEAD', 'logs/refs/stash'];
// Do not follow a link in place of a file, and do not wait for a pipe.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The refs, read as plain files, because git would obey the rest of the folder. Null if there are
 * none.
 */
export async function readCopyRefs(folder: string): Promise<CopyRefs | null> {
  if ((await ifExists(lstat(folder)))?.isDirectory() !== true) return null;
  const refs = new Map(await packedRefs(folder));
  for (const path of await looseRefs(folder)) {
    const [id] = idsIn(await textOf(join(folder, path)));
    if (id !== undefined) refs.set(path, id);
  }
  const text = await textOf(join(folder, 'HEAD'));
  const branch = /^ref: (\S+)/.exec(text)?.[1];
  const head = branch === undefined ? idsIn(text)[0] : refs.get(branch);
  const logged = await Promise.all(LOGS.map(async (log) => idsIn(await textOf(join(folder, log)))));
  const isRemote = (name: string) => name.startsWith('refs/remotes/');
  const named = [...refs].filter(([name]) => !isRemote(name)).map(([, id]) => id);
  const own = new Set([...(head === undefined ? [] : [head]), ...named, ...logged.flat()]);
  const isNothing = (id: string) => /^0+$/.test(id);
  return {
    head: head ?? null,
    own: [...own].filter((id) => !isNothing(id)),
    remote: [...refs].filter(([name]) => isRemote(name)).map(([, id]) => id),
  };
}

/** The content of a plain file within the size limit; null for anything else. */
export async function readHostile(path: string, bytes: number): Promise<Buffer | null> {
  try {
    const file = await open(path, FLAGS);
    try {
      const status = await file.stat();
      if (!status.isFile() || status.size > bytes) return null;
      const buffer = Buffer.alloc(status.size);
      const { bytesRead } = await file.read(buffer, 0, status.size, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}

async function textOf(path: string): Promise<string> {
  return (await readHostile(path, COPY_REFS_BYTES))?.toString('latin1') ?? '';
}

function idsIn(text: string): readonly string[] {
  return text.match(ID) ?? [];
}

async function packedRefs(folder: string): Promise<readonly (readonly [string, string])[]> {
  const lines = (await textOf(join(folder, 'packed-refs'))).split('\n');
  return lines.flatMap((line) => {
    const [, id, name] = /^([0-9a-f]{40,64}) (refs\/\S+)$/.exec(line) ?? [];
    return id === undefined || name === undefined ? [] : [[name, id] as const];
  });
}

async function looseRefs(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = ['refs'];
  let left = COPY_REFS;
  for (let next = waiting.pop(); next !== undefined && left > 0; next = waiting.pop()) {
    const entries = await entriesUpTo(join(folder, next), left);
    left -= entries.length;
    for (const entry of entries) {
      const path = `${next}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) found.push(path);
    }
  }
  return found;
}
