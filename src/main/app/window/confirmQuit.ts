import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import type { QuitAnswer } from '#main/app/quitting';

const answers: readonly { readonly label: string; readonly answer: QuitAnswer }[] = [
  { label: 'Quit when idle', answer: 'whenIdle' },
  { label: 'Cancel', answer: 'cancel' },
  { label: 'Quit now', answer: 'now' },
];

/** Asks before quitting interrupts agents. */
export async function confirmQuit(sessions: number): Promise<QuitAnswer> {
  const cancel = answers.findIndex(({ answer }) => answer === 'cancel');
  const question: MessageBoxOptions = {
    type: 'question',
    message: sessions === 1 ? '1 agent is at work.' : `${sessions} agents are at work.`,
    detail:
      sessions === 1
        ? 'Quitting now interrupts its turn; what it has written so far stays in the review. ' +
          'Airlock can also quit by itself when it is done.'
        : 'Quitting now interrupts their turns; what they have written so far stays in the review. ' +
          'Airlock can also quit by itself when all of them are done.',
    buttons: answers.map(({ label }) => label),
    defaultId: 0,
    cancelId: cancel,
    noLink: true,
  };
  const [window] = BrowserWindow.getAllWindows();
  const { response } = await (window
    ? dialog.showMessageBox(window, question)
    : dialog.showMessageBox(question));
  return answers[response]?.answer ?? 'cancel';
}

const KEEP = 0;

/** Asks before quitting loses what the disk has refused so far. */
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
