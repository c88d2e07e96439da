import { inTurn, ofFile } from './ofFile.mjs';

/** Turns that do not end when they should. */
export const turnModes = {
  never: {
    does: 'never answers the prompt, and ignores a stop',
    ends: ['cancelled', 'interrupted'],
    user: 'force-stop',
    scenario: ofFile('hostile-never'),
  },
  'ignore-cancel': {
    does: 'goes on after a stop, and ends the turn as if nothing had been',
    ends: ['end_turn', 'cancelled'],
    user: 'stop',
    scenario: inTurn(() => [
      { onCancel: 'ignore' },
      { say: 'Working.' },
      { pause: 500 },
      { say: 'Done anyway.' },
    ]),
  },
  'cancel-late': {
    does: 'goes on with updates between a stop and the end, and after it',
    ends: ['cancelled'],
    user: 'stop',
    scenario: ofFile('hostile-cancel-late'),
  },
  'cancel-error': {
    does: 'answers a stop with an error',
    ends: ['cancelled', 'failed'],
    user: 'stop',
    scenario: ofFile('hostile-cancel-error'),
  },
  'cancel-wrong-reason': {
    does: 'ends a stopped turn for another reason',
    ends: ['cancelled', 'end_turn', 'failed'],
    user: 'stop',
    scenario: ofFile('hostile-cancel-wrong-reason'),
  },
};
