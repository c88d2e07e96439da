import type { AnsweredBy } from '#shared/session/requests';

const words: Readonly<Record<AnsweredBy, string>> = {
  user: 'by you',
  policy: 'by a rule',
  cancel: 'because the turn was stopped',
  agent: 'by the agent',
  exit: 'because the agent went away',
};

/** Who or what settled a question, to be read in the middle of a sentence. */
export function answeredBy(by: AnsweredBy): string {
  return words[by] ?? '';
}
