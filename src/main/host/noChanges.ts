import { Emitter } from '#main/base/emitter';
import { fail, ok } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { Changes } from './changes';

const unavailable = async () => fail('unavailable', 'Changes are not tracked in this session.');

/** For sessions that work with nothing in between. */
export const noChanges: Changes = {
  onDidChange: new Emitter<SessionId>().event,
  list: async () => ok({ changes: [], checkpoints: [], isRepository: false }),
  texts: unavailable,
  decide: unavailable,
  undo: unavailable,
  edit: unavailable,
  current: unavailable,
  resolve: unavailable,
  rewind: unavailable,
  commit: unavailable,
  applyAsBranch: unavailable,
  locate: unavailable,
};
