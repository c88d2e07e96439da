import { cutText } from '#main/base/cutText';
import type { WireProblem } from './connection';

/** Characters of the text that a transcript shows. */
const SENTENCE_LENGTH = 300;

/** The error that the inspector shows next to a message; null for lines that are not messages. */
export function problemText(problem: WireProblem): string | null {
  switch (problem.type) {
    case 'garbage':
      return null;
    case 'invalid':
      return problem.method === '' ? problem.message : `${problem.method}: ${problem.message}`;
    case 'unexpected':
    case 'noted':
    case 'stuck':
      return problem.message;
  }
}

/**
 * The text for users about a message that they do not see; null if nothing is lost. Output that is
 * not a message is no loss, unless it may have been a message.
 */
export function lossSentence(problem: WireProblem): string | null {
  switch (problem.type) {
    case 'garbage':
      return /^\s*(?:\{|\[\s*\{)/.test(problem.text)
        ? 'The agent sent a message that could not be read.'
        : null;
    case 'invalid':
      return cutText(
        problem.method === ''
          ? problem.message
          : `The agent’s message ${problem.method} could not be used: ${problem.message.replace(/\.$/, '')}.`,
        SENTENCE_LENGTH,
      );
    case 'unexpected':
      return cutText(problem.message, SENTENCE_LENGTH);
    case 'noted':
    case 'stuck':
      return null;
  }
}
