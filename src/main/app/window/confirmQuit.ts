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
