import { z } from 'zod';
import type { ListedSession } from '#main/agents/connection';
import { ByteBudget } from '#main/base/byteBudget';
import type { Checks } from '#main/host/checks/checks';
import type { Host } from '#main/host/host';
import type { Provenance } from '#main/host/provenance/provenance';
import type { Subscriptions } from '#main/ipc/broadcast';
import { folder } from '#main/ipc/folderGuard';
import type { Guards, Handlers } from '#main/ipc/register';
import {
  blobHash,
  content,
  entryId,
  name,
  sessionCommand,
  sessionId,
  settings,
} from '#main/ipc/sessionGuards';
import { pageOf, snapshotOf } from '#main/ipc/sessionPages';
import { fail, ok, type Result } from '#shared/errors';
import type { AgentId, AgentSessionId, SessionId } from '#shared/ids';
import type { RemoteSession, RequestName } from '#shared/ipc/contract';
import { isolations } from '#shared/session/isolation';
import { wholeText } from '#shared/text/textPieces';
import type { AgentServices } from './agentRequests';
import type { ChangeServices } from './changeRequests';
import type { CheckServices } from './checkRequests';
import type { CompareServices } from './compareRequests';
import type { DeliverServices } from './deliverRequests';
import type { InspectorServices } from './inspectorRequests';
import type { McpServices } from './mcpRequests';
import type { PermissionServices } from './permissionRequests';
import type { ProjectServices } from './projectRequests';
import type { ProvenanceServices } from './provenanceRequests';
import type { RefreshServices } from './refreshRequests';
import type { StorageServices } from './storageRequests';
import type { TerminalServices } from './terminalRequests';
import type { WorkServices } from './workRequests';

/** Long texts that are read for windows at the same time; a larger one is read alone. */
const BODY_BYTES_AT_ONCE = 4 * 1024 * 1024;

export interface SessionServices
  extends AgentServices,
    ChangeServices,
    CheckServices,
    CompareServices,
    RefreshServices,
    DeliverServices,
    ProjectServices,
    McpServices,
    PermissionServices,
    ProvenanceServices,
    InspectorServices,
    StorageServices,
    TerminalServices,
    WorkServices {
  readonly host: Host;
  readonly provenance: Provenance;
  readonly checks: Checks;
  readonly subscriptions: Subscriptions;
  /** Asks where to save a file with this name; null if the user cancels. */
  pickTarget(name: string): Promise<string | null>;
}

export type SessionRequest = Extract<RequestName, `sessions.${string}`>;

/** Entries in one page of a transcript; the window requests those near the screen. */
const MAX_ENTRIES = 1_000;

const agentId = name.transform((text) => text as AgentId);

const sealScope = z.enum(['session', 'project']);
const sealedPath = z.string().startsWith('/').max(4_096);

/** A branch or tag by its full name; git checks the rest. */
const base = z
  .string()
  .max(1_000)
  .regex(/^refs\/(?:heads|remotes|tags)\/[^\s:~^?*[\\]+$/);

export const sessionRequestGuards: Pick<Guards, SessionRequest> = {
  'sessions.list': z.null(),
  'sessions.unsaved': z.null(),
  'sessions.canSeal': z.null(),
  'sessions.sealPolicy': z.strictObject({ sessionId }),
  'sessions.sealRefusals': z.strictObject({ sessionId }),
  'sessions.allowPath': z.strictObject({
    sessionId,
    path: sealedPath,
    access: z.enum(['read', 'write']),
    scope: sealScope,
  }),
  'sessions.takeBackPath': z.strictObject({ sessionId, path: sealedPath, scope: sealScope }),
  'sessions.create': z.strictObject({
    agentId,
    folder,
    isolation: z.enum(isolations),
    prompt: content.nullable(),
    continues: sessionId.nullable(),
    base: base.exactOptional(),
    settings: settings.exactOptional(),
  }),
  'sessions.fork': z.strictObject({ sessionId }),
  'sessions.remote': z.strictObject({ agentId, folder, everywhere: z.boolean() }),
  'sessions.import': z.strictObject({
    agentId,
    folder,
    isolation: z.enum(isolations),
    agentSessionId: name.transform((text) => text as AgentSessionId),
    title: name.nullable(),
  }),
  'sessions.open': z.strictObject({ sessionId }),
  'sessions.close': z.strictObject({ sessionId }),
  'sessions.entries': z.strictObject({ sessionId, entryIds: z.array(entryId).max(MAX_ENTRIES) }),
  'sessions.command': z.strictObject({ sessionId, command: sessionCommand }),
  'sessions.forceStop': z.strictObject({ sessionId }),
  'sessions.retrySaving': z.strictObject({ sessionId }),
  'sessions.delete': z.strictObject({ sessionId }),
  'sessions.body': z.strictObject({ sessionId, blob: blobHash }),
  'sessions.search': z.strictObject({ query: name }),
  'sessions.finishIndex': z.null(),
  'sessions.export': z.strictObject({ sessionId, format: z.enum(['markdown', 'ndjson']) }),
  'sessions.files': z.strictObject({ sessionId, query: z.string().max(1_000) }),
  'sessions.bases': z.strictObject({ folder }),
  'sessions.filesIn': z.strictObject({ folder, query: z.string().max(1_000) }),
};

export function createSessionHandlers({
  host,
  subscriptions,
  pickTarget,
}: SessionServices): Pick<Handlers, SessionRequest> {
  const bodies = new ByteBudget(BODY_BYTES_AT_ONCE);
  return {
    'sessions.list': () => ok(host.list()),
    'sessions.unsaved': () => ok([...host.unsaved]),
    'sessions.canSeal': async () => ok(await host.canSeal({ again: true })),
    'sessions.sealPolicy': async ({ sessionId }) => {
      const session = await host.open(sessionId);
      return session.ok ? session.value.seal.policy() : session;
    },
    'sessions.sealRefusals': async ({ sessionId }) => {
      const session = await host.open(sessionId);
      return session.ok ? ok(await session.value.seal.listRefusals()) : session;
    },
    'sessions.allowPath': async ({ sessionId, path, access, scope }) => {
      const session = await host.open(sessionId);
      return session.ok
        ? nothing(await session.value.seal.allow({ path, access }, scope))
        : session;
    },
    'sessions.takeBackPath': async ({ sessionId, path, scope }) => {
      const session = await host.open(sessionId);
      return session.ok ? nothing(await session.value.seal.revoke(path, scope)) : session;
    },
    'sessions.create': async ({ agentId, folder, isolation, prompt, continues, ...rest }) => {
      const created = await host.create({
        agentId,
        project: folder,
        isolation,
        ...(prompt ? { prompt } : {}),
        ...(continues ? { continues } : {}),
        ...rest,
      });
      return made(created);
    },
    'sessions.fork': async ({ sessionId }) => made(await host.fork(sessionId)),
    'sessions.remote': async ({ agentId, folder, everywhere }) => {
      const listed = await host.listRemote(agentId, folder, { everywhere });
      return listed.ok ? ok(listed.value.map(remoteSession)) : listed;
    },
    'sessions.import': async ({ agentId, folder, isolation, agentSessionId, title }) => {
      const origin = { type: 'remote', agentSessionId } as const;
      const wish = { agentId, project: folder, isolation, origin };
      return made(await host.create(title === null ? wish : { ...wish, title }));
    },
    'sessions.open': async ({ sessionId }, windowId) => {
      const session = await host.open(sessionId);
      if (!session.ok) return session;
      // Subscribe first: events that arrive while text is read are in the snapshot, or follow it.
      subscriptions.add(windowId, sessionId);
      return snapshotOf(session.value);
    },
    'sessions.close': ({ sessionId }, windowId) => {
      subscriptions.remove(windowId, sessionId);
      return ok(null);
    },
    'sessions.entries': async ({ sessionId, entryIds }) => {
      const session = await host.open(sessionId);
      if (!session.ok) return session;
      return pageOf(session.value, entryIds);
    },
    'sessions.command': async ({ sessionId, command }) =>
      nothing(await host.dispatch(sessionId, command)),
    'sessions.forceStop': async ({ sessionId }) => {
      const session = await host.open(sessionId);
      if (!session.ok) return session;
      await session.value.live.forceStop();
      return ok(null);
    },
    'sessions.retrySaving': async ({ sessionId }) => nothing(await host.retrySaving(sessionId)),
    'sessions.delete': async ({ sessionId }) => {
      const deleted = await host.delete(sessionId);
      return deleted.ok ? ok({ trashId: deleted.value }) : deleted;
    },
    'sessions.body': async ({ sessionId, blob }) => {
      const session = await host.open(sessionId);
      if (!session.ok) return session;
      const { blobs } = session.value.stored;
      return bodies.run(blobs.lengthOf(blob), async () => {
        const text = await blobs.text(blob);
        if (text === null) return fail('not-found', 'This text is lost.');
        return ok({ text: await wholeText(text()) });
      });
    },
    'sessions.files': async ({ sessionId, query }) => host.findFiles(sessionId, query),
    'sessions.bases': async ({ folder }) => host.bases(folder),
    'sessions.filesIn': async ({ folder, query }) => ok(await host.filesIn(folder, query)),
    'sessions.search': async ({ query }) => host.search(query),
    'sessions.finishIndex': async () => {
      const finished = await host.finishIndex();
      return finished.ok ? ok(null) : finished;
    },
    'sessions.export': async ({ sessionId, format }) => {
      const name = await host.exportName(sessionId);
      if (!name.ok) return name;
      const path = await pickTarget(`${name.value}.${format === 'markdown' ? 'md' : 'ndjson'}`);
      if (path === null) return ok({ path });
      const exported = await host.export(sessionId, format, path);
      if (exported.ok) return ok({ path });
      return exported.error.code === 'cancelled' ? ok({ path: null }) : exported;
    },
  };
}

function made(created: Result<SessionId>): Result<{ sessionId: SessionId }> {
  return created.ok ? ok({ sessionId: created.value }) : created;
}

function remoteSession({ agentSessionId, cwd, title, updatedAt }: ListedSession): RemoteSession {
  const at = Date.parse(updatedAt ?? '');
  return { agentSessionId, title, folder: cwd, updatedAt: Number.isNaN(at) ? null : at };
}

function nothing(result: Result<void>): Result<null> {
  return result.ok ? ok(null) : result;
}
