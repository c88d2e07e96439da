import { dialog } from 'electron';

const KEEP = 0;

/** Asks before quitting takes what the disk has refused so far. */
export function confirmLoss(sessions: number): boolean {
  const words = sessions === 1 ? '1 session' : `${sessions} sessions`;
  const answer = dialog.showMessageBoxSync({
    type: 'warning',
    message: `Airlock cannot save ${words}: writing to the disk fails.`,
    detail:
      'Unsaved events are kept while Airlock runs, and are lost if you quit now. ' +
      'Free some disk space first, and they are saved automatically.',
    buttons: ['Keep running', 'Quit anyway'],
    defaultId: KEEP,
    cancelId: KEEP,
  });
  return answer !== KEEP;
}
