import { z } from 'zod';
import type { MovedBases } from '#main/host/compare/movedBases';
import type { Guards, Handlers } from '#main/ipc/register';
import { sessionId } from '#main/ipc/sessionGuards';
import { ok } from '#shared/errors';
import type { RefreshId } from '#shared/ids';
import type { refreshRequests } from '#shared/ipc/refresh';

export type RefreshRequest = keyof typeof refreshRequests;

const refreshId = z.custom<RefreshId>(
  (value) => typeof value === 'string' && /^rfr_[A-Za-z0-9_-]{8,64}$/.test(value),
);

export const refreshGuards: Pick<Guards, RefreshRequest> = {
  'refresh.standings': z.null(),
  'refresh.run': z.strictObject({ sessionId }),
  'refresh.undo': z.strictObject({ sessionId, refreshId }),
  'refresh.dismiss': z.strictObject({ sessionId, refreshId }),
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
    'refresh.undo': ({ sessionId, refreshId: id }) => movedBases.undo(sessionId, id),
    'refresh.dismiss': ({ sessionId, refreshId: id }) => movedBases.dismiss(sessionId, id),
  };
}
