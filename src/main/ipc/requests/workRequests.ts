import { z } from 'zod';
import type { LongWorks } from '#main/base/longWorks';
import type { Guards, Handlers } from '#main/ipc/register';
import { ok } from '#shared/errors';
import type { workRequests } from '#shared/ipc/work';

export type WorkRequest = keyof typeof workRequests;

export const workGuards: Pick<Guards, WorkRequest> = {
  'work.list': z.null(),
  'work.cancel': z.strictObject({ id: z.int().nonnegative() }),
};

export interface WorkServices {
  readonly works: LongWorks;
}

export function createWorkHandlers({ works }: WorkServices): Pick<Handlers, WorkRequest> {
  return {
    'work.list': () => ok(works.list()),
    'work.cancel': ({ id }) => {
      works.cancel(id);
      return ok(null);
    },
  };
}
