import { z } from 'zod';
import type { AppRequest } from './appHandlers';
import type { Guards } from './register';

/** The longest text in one field; a window never needs to send more. */
const MAX_TEXT = 1_000_000;

const nothing = z.null();
const text = z.string().max(MAX_TEXT);
const settingChange = z.strictObject({
  path: z
    .array(z.union([text, z.int().nonnegative()]))
    .min(1)
    .max(16),
  value: z.json().optional(),
});

/** Separate from the handlers, so that guards can be tested without Electron. */
export const appGuards: Pick<Guards, AppRequest> = {
  'app.info': nothing,
  'app.openExternal': z.strictObject({ url: z.string().max(8_192) }),
  'app.showItem': z.strictObject({ item: z.enum(['settings', 'logs', 'data']) }),
  'app.pickFolder': nothing,
  'app.sampleProject': nothing,
  'app.ready': nothing,
  'app.eventsTaken': z.strictObject({ characters: z.int().nonnegative() }),
  'app.flushStorage': nothing,
  'app.quitsWhenIdle': nothing,
  'app.answerQuit': z.strictObject({ answer: z.enum(['cancel', 'now']) }),
  'settings.get': nothing,
  'settings.update': z.strictObject({ changes: z.array(settingChange).min(1).max(100) }),
  'settings.undo': z.strictObject({ undo: z.int().nonnegative() }),
};
