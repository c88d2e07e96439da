import { z } from 'zod';
import type { MovedBases } from '#main/host/compare/movedBases';
import type { Guards, Handlers } from '#main/ipc/register';
import { objectId } from '#main/ipc/requests/changeRequests';
import { sessionId } from '#main/ipc/sessionGuards';
import { ok } from '#shared/errors';
import type { refreshRequests } from '#shared/ipc/refresh';

export type RefreshRequest = keyof typeof refreshRequests;

const point = z.strictObject({ tree: objectId, baseTree: objectId, ownTree: objectId });

export const refreshGuards: Pick<Guards, RefreshRequest> = {
  'refresh.standings': z.null(),
  'refresh.run': z.strictObject({ sessionId }),
  'refresh.undo': z.strictObject({ sessionId, before: point, after: point }),
};

export interface RefreshServices {
  readonly movedBases: MovedBases;
}

export function createRefreshHandlers({
  movedBases,
}: RefreshServices): Pick<Handlers, RefreshRequest> {
  return {
    'refresh.standings': () => ok(movedBases.all()),
    'refresh.run': ({ sessionId }) => movedBases.refresh(sessionId),
    'refresh.undo': ({ sessionId, before, after }) => movedBases.undo(sessionId, { before, after }),
  };
}
