import { z } from 'zod';
import type { Checks } from '#main/host/checks/checks';
import type { Collisions } from '#main/host/compare/collisions';
import { ResultComposer } from '#main/host/compare/resultComposer';
import type { UnfinishedResults } from '#main/host/compare/unfinishedResults';
import type { Host } from '#main/host/host';
import type { Provenance } from '#main/host/provenance/provenance';
import { folder } from '#main/ipc/folderGuard';
import type { Guards, Handlers } from '#main/ipc/register';
import { content, name, sessionId } from '#main/ipc/sessionGuards';
import type { StandingLines } from '#shared/airlock/provenance/standing';
import { creditHunks, type HunkCredit, scoreOf } from '#shared/airlock/score';
import { firstTry } from '#shared/checks/check';
import { ok } from '#shared/errors';
import type { AgentId, ChangeId, HunkId, SessionId } from '#shared/ids';
import type { compareRequests, SessionScore } from '#shared/ipc/compare';
import { isolations } from '#shared/session/isolation';

export type CompareRequest = keyof typeof compareRequests;

/** Changes that are compared or picked in one request. */
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
  /** Receives the origins of a composed session's lines, and tells what became of them. */
  readonly provenance?: Pick<Provenance, 'noteComposed' | 'standing' | 'credits'>;
  readonly unfinished?: UnfinishedResults;
  readonly checks?: Pick<Checks, 'runsOf'>;
}

export function createCompareHandlers({
  host,
  collisions,
  provenance,
  checks,
  unfinished,
}: CompareServices): Pick<Handlers, CompareRequest> {
  const composer = new ResultComposer(
    host,
    async (sessionId, credits, hunks) => provenance?.noteComposed(sessionId, credits, hunks),
    unfinished,
  );
  return {
    'compare.scores': async () => {
      const scores = await host.scores();
      const standing = new Map<SessionId, StandingLines>();
      const credits = new Map<SessionId, readonly HunkCredit[]>();
      for (const project of new Set(scores.map((score) => score.project))) {
        for (const [id, kept] of (await provenance?.standing(project)) ?? []) {
          standing.set(id, kept);
        }
        for (const [id, own] of (await provenance?.credits(project)) ?? []) credits.set(id, own);
      }
      const facts = creditHunks(
        new Map(scores.map(({ sessionId, found }) => [sessionId, found])),
        credits,
      );
      const complete: SessionScore[] = [];
      for (const { found, ...score } of scores) {
        const { sessionId } = score;
        complete.push({
          ...score,
          ...scoreOf(facts.get(sessionId) ?? found),
          isComposed: credits.has(sessionId),
          standing: standing.get(sessionId) ?? null,
          firstChecks: firstTry((await checks?.runsOf(sessionId)) ?? []),
        });
      }
      return ok(complete);
    },
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
