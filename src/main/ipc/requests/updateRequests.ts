import { z } from 'zod';
import type { Updates } from '#main/app/update/updates';
import type { Guards, Handlers } from '#main/ipc/register';
import { ok } from '#shared/errors';
import type { updateRequests } from '#shared/ipc/updates';

export type UpdateRequest = keyof typeof updateRequests;

export const updateGuards: Pick<Guards, UpdateRequest> = {
  'updates.state': z.null(),
  'updates.check': z.null(),
  'updates.answer': z.strictObject({
    answer: z.enum(['install', 'now', 'cancel', 'later', 'skip', 'showFile']),
  }),
};

export function createUpdateHandlers(updates: Updates): Pick<Handlers, UpdateRequest> {
  return {
    'updates.state': () => ok(updates.state),
    'updates.check': async () => ok(await updates.check()),
    'updates.answer': ({ answer }) => {
      updates.answer(answer);
      return ok(null);
    },
  };
}
