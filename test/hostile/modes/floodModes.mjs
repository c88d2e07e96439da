import { AFTER, inTurn } from './ofFile.mjs';

const ENDS_WELL = ['end_turn'];
const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** More than anybody asked for, in every shape; n is how many pieces. */
export const floodModes = {
  'update-flood': {
    does: 'sends n small updates of every kind at full speed',
    ends: ENDS_WELL,
    n: 20_000,
    long: 100_000,
    scenario: inTurn(({ n }) => [
      { flood: { count: n, kinds: ['say', 'think', 'tool', 'toolUpdate', 'plan', 'unknown'] } },
      AFTER,
    ]),
  },
  'command-flood': {
    does: 'offers n lists of commands of 1 MB',
    ends: ENDS_WELL,
    n: 20,
    long: 100,
    scenario: flood('commands', MEBIBYTE),
  },
  'plan-flood': {
    does: 'sends n plans of 256 KB',
    ends: ENDS_WELL,
    n: 100,
    long: 1_000,
    scenario: flood('plan', 256 * KIBIBYTE),
  },
  'text-flood': {
    does: 'says n pieces of 16 KB in one turn',
    ends: ENDS_WELL,
    n: 600,
    long: 20_000,
    scenario: flood('say', 16 * KIBIBYTE),
  },
  'thought-flood': {
    does: 'thinks n pieces of 16 KB in one turn',
    ends: ENDS_WELL,
    n: 600,
    long: 20_000,
    scenario: flood('think', 16 * KIBIBYTE),
  },
  'tool-flood': {
    does: 'makes n tool calls that each show 1 MB of text',
    ends: ENDS_WELL,
    n: 16,
    long: 1_000,
    scenario: flood('toolBody', MEBIBYTE),
  },
  'raw-flood': {
    does: 'makes n tool calls with 1 MB of raw input and as much raw output',
    ends: ENDS_WELL,
    n: 12,
    long: 500,
    scenario: flood('rawOutput', MEBIBYTE),
  },
  'title-flood': {
    does: 'gives its session n titles of 2 MB',
    ends: ENDS_WELL,
    n: 12,
    long: 150,
    scenario: flood('title', 2 * MEBIBYTE),
  },
  'read-flood': {
    does: 'reads a file of 8 MB n times at once',
    ends: ENDS_WELL,
    n: 6,
    long: 400,
    scenario: inTurn(({ n }) => [
      { shell: `yes "a line of text" | head -c ${8 * MEBIBYTE} > large.txt` },
      read('large.txt', n),
      AFTER,
    ]),
    check: allAnswered,
  },
  'write-flood': {
    does: 'writes a file of 1 MB n times at once',
    ends: ENDS_WELL,
    n: 16,
    long: 300,
    scenario: inTurn(({ n }) => [
      {
        burst: {
          method: 'fs/write_text_file',
          params: { path: '{{cwd}}/written.txt', content: `{{index}} {{repeat x ${MEBIBYTE}}}` },
          times: n,
        },
      },
      AFTER,
    ]),
    check: allAnswered,
  },
  'request-flood': {
    does: 'asks for a small file n times at once',
    ends: ENDS_WELL,
    n: 1_000,
    long: 10_000,
    scenario: inTurn(({ n }) => [read('README.md', n), AFTER]),
    check: allAnswered,
  },
  'stderr-flood': {
    does: 'writes n bytes to its standard error',
    ends: ENDS_WELL,
    n: 64 * MEBIBYTE,
    long: 1024 * MEBIBYTE,
    scenario: inTurn(({ n }) => [{ stderr: { bytes: n } }, AFTER]),
  },
  'image-flood': {
    does: 'shows n pictures of 4 MB that are none, and sounds and files of as much',
    isLong: true,
    ends: ENDS_WELL,
    n: 6,
    long: 200,
    scenario: inTurn(({ n }) => {
      const data = 'A'.repeat(4 * MEBIBYTE);
      const blocks = [
        { type: 'image', data, mimeType: 'image/png' },
        { type: 'audio', data, mimeType: 'audio/wav' },
        { type: 'resource', resource: { uri: 'file:///x', blob: data, mimeType: 'x/y' } },
      ];
      const steps = blocks.map((content) => ({
        update: { sessionUpdate: 'agent_message_chunk', content },
      }));
      return [{ repeat: { times: n, steps } }, AFTER];
    }),
  },
  'option-flood': {
    does: 'offers n settings with n choices each, again and again',
    isLong: true,
    ends: ENDS_WELL,
    // Messages of more values are refused before they are understood.
    n: 100,
    long: 180,
    scenario: inTurn(({ n }) => {
      const choices = Array.from({ length: n }, (_, index) => ({
        value: `choice ${index}`,
        name: 'x'.repeat(100),
      }));
      const options = Array.from({ length: n }, (_, index) => ({
        ...{ id: `option ${index}`, name: 'y'.repeat(100), type: 'select' },
        ...{ currentValue: 'choice 0', options: choices },
      }));
      return [{ repeat: { times: 4, steps: [{ options }] } }, AFTER];
    }),
  },
  'place-flood': {
    does: 'names n places and shows n pieces in one tool call, and changes all of them ten times',
    isLong: true,
    ends: ENDS_WELL,
    // Messages of more values are refused before they are understood.
    n: 5_000,
    long: 12_000,
    scenario: inTurn(({ n }) => {
      const locations = Array.from({ length: n }, (_, line) => ({
        path: `{{cwd}}/a${line}`,
        line,
      }));
      const content = Array.from({ length: n }, () => ({
        ...{ type: 'content', content: { type: 'text', text: 'x' } },
      }));
      return [
        { tool: { id: 'places', title: 'Places', kind: 'edit', status: 'in_progress' } },
        { repeat: { times: 10, steps: [{ toolUpdate: { id: 'places', locations, content } }] } },
        AFTER,
      ];
    }),
  },
  'subagent-chain': {
    does: 'starts n sessions, each below the last one, and speaks in all of them',
    isLong: true,
    ends: ENDS_WELL,
    n: 500,
    long: 20_000,
    scenario: inTurn(({ n }) => [
      {
        repeat: {
          times: n,
          steps: [
            { subagent: { sessionId: 'child {{index}}', parentSessionId: 'child {{index}}' } },
            {
              tool: {
                id: 'step {{index}}',
                title: 'Step',
                kind: 'think',
                _meta: { parentToolCallId: 'step {{index}}' },
              },
            },
          ],
        },
      },
      AFTER,
    ]),
  },
  'asked-diffs': {
    does: 'asks about n edits of files of 2 MB in which no line is the same',
    isLong: true,
    ends: ENDS_WELL,
    n: 2,
    long: 40,
    scenario: inTurn(({ n }) => {
      const text = (word) =>
        Array.from({ length: 200_000 }, (_, index) => `${word} ${index % 977}`).join('\n');
      const [oldText, newText] = [text('a'), text('b')];
      const content = [{ type: 'diff', path: '{{cwd}}/asked.txt', oldText, newText }];
      return [
        { diskWrite: { path: 'asked.txt', content: oldText } },
        {
          repeat: {
            times: n,
            steps: [{ ask: { toolCall: { title: 'Edit', kind: 'edit', content } } }],
          },
        },
        AFTER,
      ];
    }),
  },
  'asked-patches': {
    does: 'asks about n patches of a thousand places that are nowhere in a file of 200,000 equal lines',
    isLong: true,
    ends: ENDS_WELL,
    n: 4,
    long: 40,
    scenario: inTurn(({ n }) => {
      const hunk = `@@\n${' same\n'.repeat(60)}-other\n+new\n`;
      const patch = `*** Begin Patch\n*** Update File: same.txt\n${hunk.repeat(900)}*** End Patch`;
      return [
        { diskWrite: { path: 'same.txt', content: 'same\n'.repeat(200_000) } },
        {
          repeat: {
            times: n,
            steps: [{ ask: { toolCall: { title: 'Patch', kind: 'edit', rawInput: { patch } } } }],
          },
        },
        AFTER,
      ];
    }),
  },
  'json-in-text': {
    does: 'puts JSON that is n levels deep into texts that hold JSON themselves',
    ends: ENDS_WELL,
    n: 100_000,
    scenario: inTurn(({ n, secret }) => {
      const deep = `${'['.repeat(n)}"${secret}"${']'.repeat(n)}`;
      const keys = `${'{"a":'.repeat(n / 8)}"${secret}"${'}'.repeat(n / 8)}`;
      let quoted = secret;
      for (let level = 0; level < 14; level += 1) quoted = JSON.stringify({ text: quoted });
      return [
        ...[deep, keys, quoted].flatMap((text, index) => [
          {
            tool: {
              id: `t${index}`,
              title: text.slice(0, 300),
              rawInput: text,
              rawOutput: { text },
            },
          },
          { ask: { toolCall: { toolCallId: `t${index}`, rawInput: { command: text } } } },
          { stderr: text },
          { garbage: { lines: [text] } },
          { notify: { method: '_odd/text', params: { text } } },
        ]),
        AFTER,
      ];
    }),
  },
  'no-read': {
    does: 'asks for n megabytes and does not read the answers',
    ends: ['interrupted'],
    n: 64,
    long: 400,
    scenario: inTurn(({ n }) => [
      { shell: 'yes "a line of text" | head -c 1000000 > large.txt' },
      { noRead: true },
      read('large.txt', n),
    ]),
  },
};

function flood(kind, bytes) {
  return inTurn(({ n }) => [{ flood: { count: n, kinds: [kind], bytes } }, AFTER]);
}

function read(name, times) {
  return { burst: { method: 'fs/read_text_file', params: { path: `{{cwd}}/${name}` }, times } };
}

/** An agent that asks for too much waits; nothing of it is refused. */
function allAnswered({ journal, n }) {
  const { results } = journal.find(({ type }) => type === 'burst') ?? { results: 0 };
  return results === n ? [] : [`${n - results} of ${n} requests were refused.`];
}
