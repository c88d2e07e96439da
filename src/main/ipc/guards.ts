import { z } from 'zod';
import type { RequestInput, RequestName } from '#shared/ipc/contract';

/** Longest text that one field may carry; a window never has reason to send more. */
const MAX_TEXT = 1_000_000;

const nothing = z.null();
const text = z.string().max(MAX_TEXT);

type Guards = { readonly [K in RequestName]: { parse(raw: unknown): RequestInput<K> } };

/** One guard per request; a missing or wrong one does not compile. Unknown keys are refused. */
export const guards: Guards = {
  'app.info': nothing,
  'app.openExternal': z.strictObject({ url: z.string().max(8_192) }),
  'app.showItem': z.strictObject({ item: z.enum(['settings', 'logs']) }),
  'app.pickFolder': nothing,
  'app.ready': nothing,
  'settings.get': nothing,
  'settings.update': z.strictObject({
    path: z
      .array(z.union([text, z.int().nonnegative()]))
      .min(1)
      .max(16),
    value: z.json(),
  }),
};
