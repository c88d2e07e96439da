import type { AnsweredBy } from '#shared/session/request/requests';

const words: Readonly<Record<AnsweredBy, string>> = {
  user: 'by you',
  policy: 'by a rule',
  cancel: 'because the turn was stopped',
  agent: 'by the agent',
  exit: 'because the agent ended',
};

/** Says who or what answered a question, for the middle of a sentence. */
export function answeredBy(by: AnsweredBy): string {
  return words[by] ?? '';
}
