import { AFTER, inTurn, ofFile } from './ofFile.mjs';

const ENDS_WELL = ['end_turn'];

/** What comes over the wire and should not. */
export const wireModes = {
  garbage: {
    does: 'prints n lines of log among its messages',
    ends: ENDS_WELL,
    n: 100_000,
    long: 1_000_000,
    scenario: inTurn(({ n }) => [{ garbage: { count: n } }, AFTER]),
  },
  'garbage-noread': {
    does: 'prints n lines of log and reads nothing meanwhile',
    ends: ENDS_WELL,
    n: 50_000,
    scenario: inTurn(({ n }) => [{ noRead: true }, { garbage: { count: n } }, AFTER]),
  },
  half: {
    does: 'ends in the middle of a message',
    ends: ['interrupted'],
    scenario: ofFile('hostile-half'),
    check: ({ told }) => (/cut/i.test(told) ? [] : [`Nobody was told of the cut: ${told}`]),
  },
  'half-then-rest': {
    does: 'stops in the middle of a message, then sends the rest',
    ends: ENDS_WELL,
    scenario: inTurn(() => [
      {
        parallel: [
          [{ halfLine: { text: 'Whole after all.', until: 'rest' } }, AFTER],
          [{ pause: 200 }, { shell: "touch '{{gates}}/rest'" }],
        ],
      },
    ]),
  },
  framing: {
    does: 'ends its lines in CRLF, puts byte order marks and blank lines between',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-framing'),
  },
  'byte-drip': {
    does: 'writes byte by byte',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-byte-drip'),
  },
  'line-15mb': {
    does: 'sends one message of 15 MB, which is allowed',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-line-15mb'),
  },
  'line-100mb': {
    does: 'sends one message of 100 MB',
    ends: ['interrupted'],
    scenario: ofFile('hostile-line-100mb'),
  },
  'bad-utf8': {
    does: 'sends bytes that are no UTF-8 in texts, paths and contents',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-bad-utf8'),
  },
  'odd-characters': {
    does: 'sends lone surrogates, NUL and zero-width characters in texts and paths',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-odd-characters'),
  },
  'bad-ids': {
    does: 'answers under unknown, text, null and fractional ids',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-bad-ids'),
  },
  'dup-request': {
    does: 'asks twice under one id',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-dup-request'),
  },
  'bad-result': {
    does: 'answers a prompt with the wrong types',
    ends: ['end_turn', 'failed'],
    scenario: ofFile('hostile-bad-result'),
  },
  'error-weird': {
    does: 'answers with an error that has no code and a message of megabytes',
    ends: ['failed'],
    scenario: ofFile('hostile-error-weird'),
    check: ({ told }) => (told.length < 8_192 ? [] : [`The user reads ${told.length} characters.`]),
  },
  'not-rpc': {
    does: 'sends lists, numbers and messages of other versions',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-not-rpc'),
  },
  future: {
    does: 'sends updates, contents and reasons that nobody knows yet',
    ends: ['end_turn', 'failed'],
    scenario: ofFile('hostile-future'),
  },
  proto: {
    does: 'uses __proto__ and its kin as keys and ids',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-proto'),
  },
  deep: {
    does: 'sends a message n levels deep',
    ends: ENDS_WELL,
    n: 1_000_000,
    long: 2_500_000,
    scenario: inTurn(({ n }) => [{ deepJson: { depth: n } }, AFTER]),
  },
  wide: {
    does: 'sends a message of n members',
    ends: ENDS_WELL,
    n: 500_000,
    long: 900_000,
    scenario: inTurn(({ n }) => [{ wideJson: { keys: n } }, AFTER]),
  },
  'wide-lists': {
    does: 'sends messages of lists in lists, n brackets in all',
    ends: ENDS_WELL,
    n: 2_000_000,
    long: 8_000_000,
    scenario: inTurn(({ n }) => [
      { rawLine: `{"jsonrpc":"2.0","method":"x","params":[${'[],'.repeat(n / 2)}[]]}` },
      AFTER,
    ]),
  },
  'unknown-requests': {
    does: 'asks for methods that do not exist',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-unknown-requests'),
  },
  'wrong-session': {
    does: 'speaks in a session that does not exist',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-wrong-session'),
  },
  'steal-session': {
    does: 'uses the session of another agent in every method',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-steal-session'),
  },
  'early-update': {
    does: 'updates a session before anybody knows its id',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-early-update'),
  },
  'early-flood': {
    does: 'says n pieces of 1 MB before anybody knows the id of its session',
    ends: ENDS_WELL,
    n: 80,
    long: 200,
    scenario: ({ n }) => ({
      newSession: [
        { flood: { count: n, kinds: ['toolBody'], bytes: 1024 * 1024 } },
        { answer: {} },
      ],
      turns: [[AFTER]],
    }),
  },
  'late-update': {
    does: 'goes on talking after the end of the turn',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-late-update'),
  },
  'double-end': {
    does: 'ends a turn twice, differently',
    ends: ENDS_WELL,
    scenario: ofFile('hostile-double-end'),
  },
  'answer-flood': {
    does: 'answers n requests that nobody made, and takes back n that it did not make',
    isLong: true,
    ends: ENDS_WELL,
    n: 20_000,
    long: 500_000,
    scenario: inTurn(({ n }) => [
      {
        repeat: {
          times: n,
          steps: [
            { rawLine: '{"jsonrpc":"2.0","id":"none {{index}}","result":{}}' },
            { notify: { method: '$/cancel_request', params: { requestId: 'none {{index}}' } } },
          ],
        },
      },
      AFTER,
    ]),
  },
  numbers: {
    does: 'counts in numbers that are too large, negative or none',
    isLong: true,
    ends: ENDS_WELL,
    scenario: inTurn(() => [
      {
        repeat: {
          over: [1e308, -1e308, -1, 0.1, 2 ** 53 + 2, 1e21, '7', null, [], {}],
          steps: [
            {
              usage: {
                used: '{{value item}}',
                size: '{{value item}}',
                cost: { amount: '{{value item}}', currency: 'EUR' },
              },
            },
            {
              rawLine:
                '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"{{sessionId}}","update":{"sessionUpdate":"usage_update","used":1e999,"size":-1e999}}}',
            },
            {
              tool: {
                id: 'n{{index}}',
                title: 'N',
                locations: [{ path: '{{cwd}}/README.md', line: '{{value item}}' }],
              },
            },
            {
              request: {
                method: 'fs/read_text_file',
                params: {
                  sessionId: '{{sessionId}}',
                  path: '{{cwd}}/README.md',
                  line: '{{value item}}',
                  limit: '{{value item}}',
                },
              },
            },
          ],
        },
      },
      AFTER,
    ]),
  },
};
