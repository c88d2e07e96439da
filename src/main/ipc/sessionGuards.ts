import { z } from 'zod';
import type { BlobHash, EntryId, QueuedPromptId, RequestId, SessionId } from '#shared/ids';
import { isSessionId } from '#shared/ids';
import type { SessionCommand } from '#shared/session/commands';
import type { ContentBlock } from '#shared/session/content';

/** The longest prompt; a longer text is a file that was pasted by mistake. */
const MAX_PROMPT_TEXT = 4_000_000;
/** The largest image as base64 that an agent would accept. */
const MAX_MEDIA_TEXT = 32_000_000;
const MAX_BLOCKS = 256;
const MAX_FIELDS = 256;
const MAX_NAME = 4_096;

export const name = z.string().min(1).max(MAX_NAME);

export const sessionId = z.custom<SessionId>(
  (value) => typeof value === 'string' && isSessionId(value),
  'Not a session id.',
);
export const entryId = name.transform((text) => text as EntryId);
export const blobHash = z
  .string()
  .regex(/^[a-f0-9]{64}$/)
  .transform((text) => text as BlobHash);
const requestId = name.transform((text) => text as RequestId);
const promptId = name.transform((text) => text as QueuedPromptId);

const block: z.ZodType<ContentBlock> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().max(MAX_PROMPT_TEXT) }),
  z.strictObject({
    type: z.literal('image'),
    data: z.string().max(MAX_MEDIA_TEXT),
    mimeType: name,
    uri: name.exactOptional(),
  }),
  z.strictObject({
    type: z.literal('audio'),
    data: z.string().max(MAX_MEDIA_TEXT),
    mimeType: name,
  }),
  z.strictObject({
    type: z.literal('link'),
    uri: name,
    name,
    mimeType: name.exactOptional(),
    description: name.exactOptional(),
    size: z.int().nonnegative().exactOptional(),
  }),
  z.strictObject({
    type: z.literal('resource'),
    uri: name,
    mimeType: name.exactOptional(),
    text: z.string().max(MAX_PROMPT_TEXT).exactOptional(),
    data: z.string().max(MAX_MEDIA_TEXT).exactOptional(),
  }),
]);

export const content = z.array(block).min(1).max(MAX_BLOCKS);

const formValue = z.union([
  z.string().max(MAX_PROMPT_TEXT),
  z.number(),
  z.boolean(),
  z.array(z.string().max(MAX_NAME)).max(MAX_FIELDS),
]);

const elicitationAnswer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('accepted'), values: z.record(name, formValue) }),
  z.strictObject({ type: z.literal('declined') }),
  z.strictObject({ type: z.literal('cancelled') }),
]);

const startSettings = [
  z.strictObject({ type: z.literal('mode.set'), modeId: name }),
  z.strictObject({
    type: z.literal('option.set'),
    optionId: name,
    value: z.union([z.string().max(MAX_NAME), z.boolean()]),
  }),
] as const;

/** Settings of an agent that can be chosen before it starts; more than any has. */
const MAX_SETTINGS = 50;

export const settings = z.array(z.discriminatedUnion('type', startSettings)).max(MAX_SETTINGS);

export const sessionCommand: z.ZodType<SessionCommand> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('prompt.send'), content }),
  z.strictObject({ type: z.literal('prompt.steer'), content }),
  z.strictObject({ type: z.literal('prompt.edit'), promptId, content }),
  z.strictObject({ type: z.literal('prompt.remove'), promptId }),
  z.strictObject({ type: z.literal('prompt.pause'), promptId, paused: z.boolean() }),
  z.strictObject({ type: z.literal('setup.skip') }),
  z.strictObject({ type: z.literal('queue.resume') }),
  z.strictObject({ type: z.literal('turn.cancel') }),
  z.strictObject({
    type: z.literal('permission.answer'),
    requestId,
    optionId: name,
    revision: z.number().int().nonnegative().optional(),
  }),
  z.strictObject({ type: z.literal('elicitation.answer'), requestId, answer: elicitationAnswer }),
  ...startSettings,
  z.strictObject({ type: z.literal('session.rename'), title: z.string().max(MAX_NAME) }),
  z.strictObject({ type: z.literal('session.archive'), archived: z.boolean() }),
  z.strictObject({ type: z.literal('host.allow'), rule: name }),
  z.strictObject({ type: z.literal('agent.restart') }),
  z.strictObject({ type: z.literal('copy.restore') }),
  z.strictObject({ type: z.literal('agent.cancelStart') }),
  z.strictObject({ type: z.literal('continuity.accept') }),
  z.strictObject({
    type: z.literal('authentication.start'),
    methodId: name,
    apiKey: name.exactOptional(),
  }),
  z.strictObject({ type: z.literal('authentication.logout') }),
]);
