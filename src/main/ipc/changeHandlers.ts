import type { Changes } from '#main/host/changes';
import { type fail, ok } from '#shared/errors';
import { changeRequests } from '#shared/ipc/changes';
import type { Handlers } from './register';

export type ChangeRequest = keyof typeof changeRequests;

export function isChangeRequest(name: string): name is ChangeRequest {
  return Object.hasOwn(changeRequests, name);
}

export interface ChangeServices {
  readonly changes: Changes;
  /** Shows a file in the user's editor. */
  openInEditor(path: string, line: number | null): Promise<ReturnType<typeof fail> | null>;
}

export function createChangeHandlers({
  changes,
  openInEditor,
}: ChangeServices): Pick<Handlers, ChangeRequest> {
  return {
    'changes.list': ({ sessionId }) => changes.list(sessionId),
    'changes.texts': ({ sessionId, changeId }) => changes.texts(sessionId, changeId),
    'changes.decide': ({ sessionId, verdicts }) => changes.decide(sessionId, verdicts),
    'changes.undo': ({ sessionId, decisionIds }) => changes.undo(sessionId, decisionIds),
    'changes.edit': async ({ sessionId, changeId, text }) => {
      const edited = await changes.edit(sessionId, changeId, text);
      return edited.ok ? ok(null) : edited;
    },
    'changes.current': async ({ sessionId, changeId }) => {
      const current = await changes.current(sessionId, changeId);
      return current.ok ? ok({ text: current.value }) : current;
    },
    'changes.resolve': ({ sessionId, changeId, current, text }) =>
      changes.resolve(sessionId, changeId, current, text),
    'changes.bytes': async ({ sessionId, changeId, side }) => {
      const found = await changes.bytes(sessionId, changeId, side);
      return found.ok ? ok({ bytes: found.value && new Uint8Array(found.value) }) : found;
    },
    'changes.rewind': ({ sessionId, to }) => changes.rewind(sessionId, to),
    'changes.look': async ({ sessionId }) => {
      const fault = await changes.look(sessionId);
      return fault.ok ? ok({ fault: fault.value }) : fault;
    },
    'changes.settleGuarded': async ({ sessionId, ids, verdict }) => {
      const settled = await changes.settleGuarded(sessionId, ids, verdict);
      return settled.ok ? ok(null) : settled;
    },
    'changes.guardedTexts': ({ sessionId, id }) => changes.guardedTexts(sessionId, id),
    'changes.ignored': async ({ sessionId }) => {
      const ignored = await changes.ignored(sessionId);
      return ignored.ok ? ok({ paths: ignored.value }) : ignored;
    },
    'changes.losses': ({ sessionId }) => changes.losses(sessionId),
    'changes.size': async ({ sessionId }) => {
      const size = await changes.size(sessionId);
      return size.ok ? ok({ bytes: size.value }) : size;
    },
    'changes.commit': async ({ sessionId, message }) => {
      const made = await changes.commit(sessionId, message);
      return made.ok ? ok({ commit: made.value }) : made;
    },
    'changes.applyAsBranch': async ({ sessionId, branch, message }) => {
      const made = await changes.applyAsBranch(sessionId, branch, message);
      return made.ok ? ok({ commit: made.value }) : made;
    },
    'changes.openFile': async ({ sessionId, path, line }) => {
      const place = await changes.locate(sessionId, path);
      if (!place.ok) return place;
      return (await openInEditor(place.value, line)) ?? ok(null);
    },
  };
}
