import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { programFile } from '#main/base/files/programFile';
import type { Checks } from '#main/host/checks/checks';
import type { Host } from '#main/host/host';
import type { Provenance } from '#main/host/provenance/provenance';
import type { HostedSession } from '#main/host/session/hostedSession';
import type { Origin } from '#shared/airlock/provenance/origin';
import type { RequestTool } from '#shared/deliver/deliverCommands';
import type { Contributor, DeliveredFile } from '#shared/deliver/draftMessage';
import { fail, ok, type Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { DeliverFacts } from '#shared/ipc/deliver';
import { modelOf } from '#shared/session/modelOf';

export interface DeliveryOptions {
  readonly host: Pick<Host, 'open'>;
  readonly checks: Pick<Checks, 'state'>;
  readonly provenance: Pick<Provenance, 'contributors'>;
  /** Our own folder for texts that commands read. */
  readonly folder: string;
  /** The PATH of the user's own programs. */
  path(): Promise<string | undefined>;
}

const PROMPTS = 20;

/** Provides the facts for committing and pushing accepted work. Runs nothing. */
export class Delivery {
  constructor(private readonly options: DeliveryOptions) {}

  async facts(sessionId: SessionId): Promise<Result<DeliverFacts>> {
    const session = await this.options.host.open(sessionId);
    if (!session.ok) return session;
    const { changes } = session.value;
    if (!changes.ok) return changes;
    const remotes = await changes.value.remotes();
    if (!remotes.ok) return remotes;
    const checked = await this.options.checks.state({ sessionId, hunks: [] });
    const { head } = session.value.live.state;
    const origins = await this.options.provenance.contributors(sessionId);
    const own = promptsOf(session.value);
    const asked = origins.flatMap(({ prompt }) => prompt ?? []);
    return ok({
      title: head.title,
      // A composed result was requested in the sessions that it consists of.
      prompts: own.length > 0 ? own : [...new Set(asked)],
      files: acceptedFiles(changes.value.all),
      remotes: remotes.value.map(({ name }) => name),
      tool: await this.toolFor(remotes.value.map(({ host }) => host ?? '')),
      checks: checked.ok ? checked.value.checks : [],
      contributors: contributorsOf(session.value, origins),
    });
  }

  async write(sessionId: SessionId, text: string): Promise<Result<{ readonly path: string }>> {
    const path = join(this.options.folder, `${sessionId}.md`);
    try {
      await mkdir(this.options.folder, { recursive: true });
      await writeFileAtomic(path, text);
      return ok({ path });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      return fail('io', `The text could not be written. ${message}`);
    }
  }

  /** The tool that the remotes suggest, if it is installed; otherwise any installed one. */
  private async toolFor(hosts: readonly string[]): Promise<RequestTool | null> {
    const path = await this.options.path();
    const isGitLab = hosts.some((host) => host.includes('gitlab'));
    const inOrder: readonly RequestTool[] = isGitLab ? ['glab', 'gh'] : ['gh', 'glab'];
    return inOrder.find((tool) => isInstalled(tool, path)) ?? null;
  }
}

/**
 * The agents that contributed. Deletions leave no lines, so they count for the session's own agent.
 */
function contributorsOf(
  { id, live: { state } }: HostedSession,
  origins: readonly Origin[],
): readonly Contributor[] {
  if (origins.length === 0) {
    return [{ agent: state.head.agent.name, model: modelOf(state.head), sessionId: id }];
  }
  return origins.map(({ agent, model, sessionId }) => ({ agent: agent.name, model, sessionId }));
}

function isInstalled(name: string, path: string | undefined): boolean {
  try {
    programFile(name, { cwd: '/', path });
    return true;
  } catch {
    // The program does not exist, or is not executable.
    return false;
  }
}

function promptsOf({ live }: HostedSession): readonly string[] {
  return [...live.state.entries.values()]
    .flatMap((entry) =>
      entry.kind === 'message' && entry.role === 'user'
        ? [entry.blocks.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n')]
        : [],
    )
    .filter((text) => text.trim() !== '')
    .slice(0, PROMPTS);
}

type Views = Extract<HostedSession['changes'], { readonly ok: true }>['value']['all'];

function acceptedFiles(views: Views): readonly DeliveredFile[] {
  const files = new Map<string, DeliveredFile>();
  for (const { change, hunks } of views) {
    const taken = hunks.filter(({ outcome }) => outcome.state === 'accepted');
    if (taken.length === 0) continue;
    const known = files.get(change.path) ?? { path: change.path, added: 0, removed: 0 };
    const lines = taken.flatMap(({ hunk }) => (hunk.type === 'text' ? [hunk] : []));
    files.set(change.path, {
      path: change.path,
      added: known.added + lines.reduce((sum, { proposedCount }) => sum + proposedCount, 0),
      removed: known.removed + lines.reduce((sum, { baseCount }) => sum + baseCount, 0),
    });
  }
  return [...files.values()];
}
