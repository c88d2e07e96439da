import { z } from 'zod';
import type { AgentId, AgentSessionId } from '#shared/ids';
import type { RequestInput, RequestName } from '#shared/ipc/contract';
import { changeGuards } from './changeGuards';
import { folder } from './folderGuard';
import { inspectorGuards } from './inspectorGuards';
import { projectGuards } from './projectGuards';
import { blobHash, content, entryId, sessionCommand, sessionId } from './sessionGuards';
import { storageGuards } from './storageGuards';
import { terminalGuards } from './terminalGuards';

/** Longest text that one field may carry; a window never has reason to send more. */
const MAX_TEXT = 1_000_000;

const nothing = z.null();
const text = z.string().max(MAX_TEXT);
const name = z.string().min(1).max(4_096);
const agentId = name.transform((text) => text as AgentId);
const settingChange = z.strictObject({
  path: z
    .array(z.union([text, z.int().nonnegative()]))
    .min(1)
    .max(16),
  value: z.json().optional(),
});
/** A page of transcript; the window asks for what is near the screen. */
const MAX_ENTRIES = 1_000;

export type Guards = { readonly [K in RequestName]: { parse(raw: unknown): RequestInput<K> } };

/** One guard per request; a missing or wrong one does not compile. Unknown keys are refused. */
export const guards: Guards = {
  'app.info': nothing,
  'app.openExternal': z.strictObject({ url: z.string().max(8_192) }),
  'app.showItem': z.strictObject({ item: z.enum(['settings', 'logs', 'data']) }),
  'app.pickFolder': nothing,
  'app.sampleProject': nothing,
  'app.ready': nothing,
  'app.eventsTaken': z.strictObject({ characters: z.int().nonnegative() }),
  'agents.list': nothing,
  'sessions.list': nothing,
  'sessions.unsaved': nothing,
  'sessions.create': z.strictObject({
    agentId,
    folder,
    isolation: z.enum(['isolated', 'in-place']),
    prompt: content.nullable(),
    continues: sessionId.nullable(),
  }),
  'sessions.fork': z.strictObject({ sessionId }),
  'sessions.remote': z.strictObject({ agentId, folder, everywhere: z.boolean() }),
  'sessions.import': z.strictObject({
    agentId,
    folder,
    isolation: z.enum(['isolated', 'in-place']),
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
  'sessions.export': z.strictObject({ sessionId, format: z.enum(['markdown', 'ndjson']) }),
  'sessions.files': z.strictObject({ sessionId, query: z.string().max(1_000) }),
  ...changeGuards,
  ...projectGuards,
  ...storageGuards,
  ...inspectorGuards,
  ...terminalGuards,
  'settings.get': nothing,
  'settings.update': z.strictObject({ changes: z.array(settingChange).min(1).max(100) }),
  'settings.undo': z.strictObject({ undo: z.int().nonnegative() }),
};
