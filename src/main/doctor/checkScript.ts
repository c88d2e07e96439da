/** The prompts of a check. While a prompt runs, the agent may only write the check's files. */
export interface CheckScript {
  /** Asks for a file to be written, which is refused. */
  readonly refused: { readonly prompt: string; readonly file: string };
  /** Asks for a file to be written, and for another one with a command. */
  readonly work: {
    readonly prompt: string;
    readonly file: string;
    readonly commandFile: string;
  };
  /** Asks for something that takes long enough to be stopped. */
  readonly long: { readonly prompt: string };
}

const ABOUT = 'This is a check of the connection, in an empty test project.';

const COMMAND_FILE = 'airlock-check-command.txt';

export const checkScript: CheckScript = {
  refused: {
    prompt: `${ABOUT} Create a file named airlock-check-refused.txt in the current folder with the text "checked". If that is not permitted, do nothing else and stop.`,
    file: 'airlock-check-refused.txt',
  },
  work: {
    prompt: `${ABOUT} First create a file named airlock-check-file.txt in the current folder with the text "checked". Then run this shell command: echo checked > ${COMMAND_FILE}. Then stop.`,
    file: 'airlock-check-file.txt',
    commandFile: COMMAND_FILE,
  },
  long: {
    prompt: `${ABOUT} Do not use any tool. Count from 1 to 500 in words, one number per line.`,
  },
};
