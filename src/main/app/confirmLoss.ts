import { dialog } from 'electron';

const KEEP = 0;

/** Asks before quitting takes what the disk has refused so far. */
export function confirmLoss(sessions: number): boolean {
  const words = sessions === 1 ? '1 session' : `${sessions} sessions`;
  const answer = dialog.showMessageBoxSync({
    type: 'warning',
    message: `Airlock cannot save ${words}: the disk refuses.`,
    detail:
      'What has happened since is kept as long as Airlock runs, and is lost if you quit now. ' +
      'Free some space first, and it is saved by itself.',
    buttons: ['Keep running', 'Quit and lose it'],
    defaultId: KEEP,
    cancelId: KEEP,
  });
  return answer !== KEEP;
}
