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
    'changes.rewind': async ({ sessionId, turnId }) => {
      const rewound = await changes.rewind(sessionId, turnId);
      return rewound.ok ? ok(null) : rewound;
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
