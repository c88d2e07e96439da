import { z } from 'zod';
import type { Checks } from '#main/host/checks/checks';
import type { Guards, Handlers } from '#main/ipc/register';
import { name, sessionId } from '#main/ipc/sessionGuards';
import { ok } from '#shared/errors';
import type { ChangeId, HunkId } from '#shared/ids';
import type { checkRequests } from '#shared/ipc/checks';

export type CheckRequest = keyof typeof checkRequests;

const MAX_CHANGES = 100_000;
const MAX_HUNKS = 200_000;
const MAX_NAMES = 100;
const MAX_COMMAND = 4_096;

const hunks = z
  .array(
    z.strictObject({
      changeId: name.transform((text) => text as ChangeId),
      hunkIds: z.array(name.transform((text) => text as HunkId)).max(MAX_HUNKS),
    }),
  )
  .max(MAX_CHANGES);

const once = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('file'), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  z.strictObject({
    type: z.literal('command'),
    command: z
      .string()
      .min(1)
      .max(MAX_COMMAND)
      .refine((text) => text.trim() !== ''),
  }),
]);

export const checkGuards: Pick<Guards, CheckRequest> = {
  'checks.state': z.strictObject({ sessionId, hunks }),
  'checks.run': z.strictObject({
    sessionId,
    hunks,
    names: z.array(name).max(MAX_NAMES).nullable(),
    once: once.nullable(),
  }),
  'checks.cancel': z.strictObject({ sessionId }),
};

export interface CheckServices {
  readonly checks: Checks;
}

export function createCheckHandlers({ checks }: CheckServices): Pick<Handlers, CheckRequest> {
  return {
    'checks.state': (selection) => checks.state(selection),
    'checks.run': async ({ sessionId, hunks, names, once }) => {
      const ran = await checks.run({ sessionId, hunks }, names, once);
      return ran.ok ? ok(null) : ran;
    },
    'checks.cancel': ({ sessionId }) => {
      checks.cancel(sessionId);
      return ok(null);
    },
  };
}
