import { join } from 'node:path';
import { attempt } from '#main/airlock/disk/attempt';
import { OLD_REF_PROJECTS } from '#main/airlock/limits';
import { linkObjects } from '#main/airlock/objects/ownObjects';
import type { SessionRecord } from '#main/airlock/sessionRecord';
import { SHADOW_FOLDER } from '#main/airlock/tree/shadow';
import type { Git } from '#main/git/git';
import { isSessionId, type SessionId } from '#shared/ids';
import { isOfEarlierVersion, removeRefs } from './worktree';

export interface OldRefsParts {
  readonly records: readonly SessionRecord[];
  /** Null if the project is not a repository, or no longer one. */
  repositoryOf(record: SessionRecord): Promise<Git | null>;
  folderOf(sessionId: SessionId): string;
  readonly signal: AbortSignal;
}

/**
 * Earlier versions kept a session's objects by refs in the user's repository, which a mirror push
 * publishes. For sessions that are not open they are removed here: one git request for each
 * project, after the objects get a hard link in the session's own store. If that is not possible,
 * the refs stay until the session is opened, which copies what it needs.
 */
export async function retireOldRefs(parts: OldRefsParts): Promise<readonly SessionId[]> {
  const projects = new Map<string, SessionRecord[]>();
  for (const record of parts.records) {
    if (!record.isRepository || !isOfEarlierVersion(record)) continue;
    const known = projects.get(record.projectRoot);
    if (known) known.push(record);
    else projects.set(record.projectRoot, [record]);
  }
  const retired: SessionId[] = [];
  for (const [root, records] of [...projects].slice(0, OLD_REF_PROJECTS)) {
    if (parts.signal.aborted) break;
    // A repository that does not work must not prevent the clean-up of the others.
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
    if (!(await linkObjects(join(folderOf(sessionId), SHADOW_FOLDER)))) continue;
    await removeRefs(git, sessionId);
    retired.push(sessionId);
  }
  return retired;
}
