import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '#shared/ids';
import type { AirlockHarness } from './airlockHarness';
import type { GitRepository } from './gitRepository';

/**
 * Turns a new, closed session without uncommitted work into one of an earlier version: a worktree
 * of the user's repository, with a store that depends on the user's objects.
 */
export async function asLinkedSession(
  harness: AirlockHarness,
  repository: GitRepository,
  sessionId: SessionId,
): Promise<void> {
  const workRoot = harness.folder.join('worktrees', sessionId);
  rmSync(workRoot, { recursive: true });
  await repository.git('worktree', 'add', '--quiet', '--detach', workRoot, 'HEAD');
  rmSync(harness.folder.join('data', sessionId, 'history.git'), { recursive: true });
  const alternates = `${repository.join('.git', 'objects')}\n`;
  const store = harness.folder.join('data', sessionId, 'shadow.git', 'objects');
  writeFileSync(`${store}/info/alternates`, alternates);
  const folder = harness.folder.join('data', sessionId);
  writtenByEarlierVersion(folder, { snapshot: await repository.head() });
}

/** Removes from the record in a session's folder what earlier versions did not write. */
export function writtenByEarlierVersion(
  folder: string,
  changes: Readonly<Record<string, string>> = {},
): void {
  const path = join(folder, 'airlock.json');
  const { ownRepository: _, ...record } = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...record, ...changes }));
}
