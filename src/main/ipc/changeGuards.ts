import { z } from 'zod';
import type { ChangeId, DecisionId, HunkId, ObjectId, TurnId } from '#shared/ids';
import type { ChangeRequest } from './changeHandlers';
import type { Guards } from './guards';
import { sessionId } from './sessionGuards';

/** Hunks of one file that are decided in one go; a file with more is decided as a whole. */
const MAX_HUNKS = 200_000;
/** Files in one go: "Accept all" names every one. */
const MAX_CHANGES = 100_000;
/** An edited text: twice what is shown for review. */
const MAX_TEXT = 8 * 1024 * 1024;
const MAX_NAME = 4_096;
/** Files beside the tree: no more are ever listed. */
const MAX_GUARDED = 4_000;

const name = z.string().min(1).max(MAX_NAME);
const changeId = name.transform((text) => text as ChangeId);
const hunkId = name.transform((text) => text as HunkId);
const decisionId = name.transform((text) => text as DecisionId);
const turnId = name.transform((text) => text as TurnId);
/** Git would take much else for a tree. */
const objectId = z
  .string()
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
  .transform((hash) => hash as ObjectId);
const text = z.string().max(MAX_TEXT);
const lines = z.array(z.int().nonnegative()).max(MAX_HUNKS);

const verdicts = z
  .array(
    z.strictObject({
      changeId,
      hunks: z
        .array(
          z.strictObject({
            hunkId,
            verdict: z.enum(['accept', 'reject']),
            lines: z.strictObject({ removed: lines, added: lines }).exactOptional(),
          }),
        )
        .min(1)
        .max(MAX_HUNKS),
      resolution: z.enum(['proposed', 'both']).exactOptional(),
      acknowledgesRisk: z.boolean().exactOptional(),
    }),
  )
  .min(1)
  .max(MAX_CHANGES);

export const changeGuards: Pick<Guards, ChangeRequest> = {
  'changes.list': z.strictObject({ sessionId }),
  'changes.texts': z.strictObject({ sessionId, changeId }),
  'changes.decide': z.strictObject({ sessionId, verdicts }),
  'changes.undo': z.strictObject({
    sessionId,
    decisionIds: z.array(decisionId).min(1).max(MAX_CHANGES),
  }),
  'changes.edit': z.strictObject({ sessionId, changeId, text }),
  'changes.current': z.strictObject({ sessionId, changeId }),
  'changes.resolve': z.strictObject({ sessionId, changeId, current: text, text }),
  'changes.bytes': z.strictObject({ sessionId, changeId, side: z.enum(['base', 'proposed']) }),
  'changes.rewind': z.strictObject({
    sessionId,
    to: z.union([turnId, z.strictObject({ tree: objectId, baseTree: objectId })]),
  }),
  'changes.look': z.strictObject({ sessionId }),
  'changes.settleGuarded': z.strictObject({
    sessionId,
    ids: z.array(name).min(1).max(MAX_GUARDED),
    verdict: z.enum(['restore', 'keep', 'undo']),
  }),
  'changes.guardedTexts': z.strictObject({ sessionId, id: name }),
  'changes.ignored': z.strictObject({ sessionId }),
  'changes.losses': z.strictObject({ sessionId }),
  'changes.size': z.strictObject({ sessionId }),
  'changes.commit': z.strictObject({ sessionId, message: z.string().min(1).max(100_000) }),
  'changes.applyAsBranch': z.strictObject({
    sessionId,
    branch: z.string().min(1).max(250),
    message: z.string().min(1).max(100_000),
  }),
  'changes.openFile': z.strictObject({
    sessionId,
    path: name,
    line: z.int().positive().nullable(),
  }),
};
