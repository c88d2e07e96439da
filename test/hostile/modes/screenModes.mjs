import { AFTER, inTurn, ofFile } from './ofFile.mjs';

const ENDS_WELL = ['end_turn'];

/** Texts that attack the program that draws them. */
export const screenModes = {
  'md-xss': {
    does: 'writes markup that tries to run something',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-md-xss'),
  },
  'md-link': {
    does: 'writes links that lead anywhere but to the web',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-md-link'),
  },
  'md-image': {
    does: 'writes pictures that tell somebody that they were looked at',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-md-image'),
  },
  'md-bomb': {
    does: 'writes markdown that is dear to parse',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-md-bomb'),
  },
  'long-links': {
    does: 'writes n links whose texts are 32 KB long',
    ends: ENDS_WELL,
    n: 10,
    long: 100,
    scenario: inTurn(({ n }) => [
      { repeat: { times: n, steps: [{ say: '[{{repeat [( 16000}}](https://example.com/)\n\n' }] } },
      { terminal: { command: '/bin/echo', args: ['{{repeat file:///a( 4000}}'] } },
      AFTER,
    ]),
  },
  bidi: {
    does: 'hides what it says behind right-to-left and invisible characters',
    ends: ENDS_WELL,
    scenario: inTurn(() => [
      { title: '\u202eevitcani\u202c Approved by Airlock \u2066' },
      { tool: { id: 'bidi', title: 'rm -rf \u202e/emoh\u202c \u200b', status: 'completed' } },
      { ask: { toolCall: { title: '\u202els\u202c', kind: 'execute' } } },
      AFTER,
    ]),
  },
};
