import { join } from 'node:path';
import type { Git } from '#main/git/git';
import { isSessionId, type SessionId } from '#shared/ids';
import { attempt } from './attempt';
import { linkObjects } from './git/ownObjects';
import { removeRefs } from './git/worktree';
import { OLD_REF_PROJECTS } from './limits';
import type { SessionRecord } from './sessionRecord';

export interface OldRefsParts {
  readonly records: readonly SessionRecord[];
  /** Null if the project is no repository, or none any more. */
  repositoryOf(record: SessionRecord): Promise<Git | null>;
  folderOf(sessionId: SessionId): string;
  readonly signal: AbortSignal;
}

/**
 * Earlier versions kept a session's objects by refs in the user's repository, which a mirror push
 * publishes. Of sessions that nobody opens they are taken away here: one question to git for each
 * project, and the objects get a second name in the session's own store first. Where that cannot be
 * done the refs stay until the session is opened, which copies what it needs.
 */
export async function retireOldRefs(parts: OldRefsParts): Promise<readonly SessionId[]> {
  const projects = new Map<string, SessionRecord[]>();
  for (const record of parts.records) {
    if (!record.isRepository) continue;
    const known = projects.get(record.projectRoot);
    if (known) known.push(record);
    else projects.set(record.projectRoot, [record]);
  }
  const retired: SessionId[] = [];
  for (const [root, records] of [...projects].slice(0, OLD_REF_PROJECTS)) {
    if (parts.signal.aborted) break;
    // A repository that does not work is no reason to leave the others as they are.
    const done = await attempt(root, () => retireIn(parts, records));
    if (done.ok) retired.push(...done.value);
  }
  return retired;
}

async function retireIn(
  { repositoryOf, folderOf, signal }: OldRefsParts,
  records: readonly SessionRecord[],
): Promise<readonly SessionId[]> {
  const [first] = records;
  const git = first ? await repositoryOf(first) : null;
  if (git === null) return [];
  const refs = await git.text(['for-each-ref', '--format=%(refname)', 'refs/airlock']);
  const owners = new Set(refs.split('\n').map((ref) => ref.split('/')[2] ?? ''));
  const retired: SessionId[] = [];
  for (const { sessionId } of records) {
    if (signal.aborted || !isSessionId(sessionId) || !owners.has(sessionId)) continue;
    if (!(await linkObjects(join(folderOf(sessionId), 'shadow.git')))) continue;
    await removeRefs(git, sessionId);
    retired.push(sessionId);
  }
  return retired;
}
