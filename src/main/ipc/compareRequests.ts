import { z } from 'zod';
import type { Collisions } from '#main/host/compare/collisions';
import { ResultComposer } from '#main/host/compare/resultComposer';
import type { Host } from '#main/host/host';
import { ok } from '#shared/errors';
import type { AgentId, ChangeId, HunkId } from '#shared/ids';
import type { compareRequests } from '#shared/ipc/compare';
import { isolations } from '#shared/session/isolation';
import { folder } from './folderGuard';
import type { Guards, Handlers } from './register';
import { content, name, sessionId } from './sessionGuards';

export type CompareRequest = keyof typeof compareRequests;

/** Changes that are asked about, or picked from, in one go. */
const MAX_CHANGES = 20_000;
const MAX_HUNKS = 20_000;
const MAX_TITLE = 200;

const agentId = name.transform((text) => text as AgentId);
const changeId = name.transform((text) => text as ChangeId);
const hunkId = name.transform((text) => text as HunkId);
const picks = z
  .array(z.strictObject({ sessionId, changeId, hunkIds: z.array(hunkId).max(MAX_HUNKS) }))
  .max(MAX_CHANGES);

export const compareGuards: Pick<Guards, CompareRequest> = {
  'compare.scores': z.null(),
  'compare.collisions': z.null(),
  'compare.keys': z.strictObject({ sessionId, changeIds: z.array(changeId).max(MAX_CHANGES) }),
  'compare.conflicts': z.strictObject({ picks }),
  'compare.compose': z.strictObject({
    agentId,
    folder,
    isolation: z.enum(isolations),
    title: z.string().min(1).max(MAX_TITLE),
    picks: picks.min(1),
    prompt: content.nullable(),
  }),
};

export interface CompareServices {
  readonly host: Host;
  readonly collisions: Collisions;
}

export function createCompareHandlers({
  host,
  collisions,
}: CompareServices): Pick<Handlers, CompareRequest> {
  const composer = new ResultComposer(host);
  return {
    'compare.scores': async () => ok(await host.scores()),
    'compare.collisions': () => ok(collisions.all()),
    'compare.keys': async ({ sessionId, changeIds }) => {
      const session = await host.open(sessionId);
      if (!session.ok) return session;
      const { changes } = session.value;
      return changes.ok ? ok([...(await changes.value.composition.keys(changeIds))]) : changes;
    },
    'compare.conflicts': ({ picks }) => composer.conflicts(picks),
    'compare.compose': ({ folder, prompt, ...wish }) =>
      composer.create({ ...wish, project: folder, ...(prompt ? { prompt } : {}) }),
  };
}
