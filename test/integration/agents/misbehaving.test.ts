import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CheckTimings } from '#main/doctor/limits';
import { type AgentCheck, type CheckStep, checkReport } from '#shared/agentCheck';
import type { AgentId } from '#shared/ids';
import type { Scenario } from '../../agent/scenario';
import type { Step } from '../../agent/step';
import { changedPaths, filesWith, fingerprintOf, leftProcesses } from '../../hostile/leftovers';
import {
  COMMAND_FILE,
  engineWith,
  FILE,
  long,
  REFUSED,
  refused,
  runCheck,
  settingsOf,
  verdicts,
  wordsOf,
  work,
} from '../../support/checkedAgent';
import { scriptedAgent } from '../../support/scenario';
import { testFolder } from '../../support/testFolder';

/** It is in no list of known shapes of secrets: only the settings say that it is one. */
const SECRET = 'correct-horse-battery-staple';
/** A card and its report stay small, whatever an agent says. */
const CARD_CHARACTERS = 20_000;
/** Terminal codes, direction marks and the like; the report's own line breaks are none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/;

interface Places {
  /** A file that is none of the agent's business. */
  readonly outside: string;
  readonly tag: string;
}

interface Misbehaviour {
  readonly name: string;
  readonly scenario: (places: Places) => Scenario;
  readonly withPrompts?: boolean;
  readonly timings?: Partial<CheckTimings>;
  readonly finds: Partial<Record<CheckStep, string>>;
  readonly says?: readonly (readonly [CheckStep, string])[];
  /** In what the report quotes of its output. */
  readonly prints?: string;
}

const obeys = refused({
  ask: {
    toolCall: { toolCallId: 'r', title: `Write ${REFUSED}`, kind: 'edit' },
    onRejected: [{ say: 'Then not.' }],
  },
});
const works = work(
  { diskWrite: { path: FILE, content: 'checked\n' } },
  { terminal: { command: '/bin/sh', args: ['-c', `echo checked > ${COMMAND_FILE}`] } },
);
const stops = long({ say: 'one' }, { stall: true });
const small: Scenario = {
  initialize: { agentInfo: { name: 'odd', version: '1.0.0' } },
  turns: [obeys, works, stops],
  load: false,
  resume: false,
  list: false,
};
const runs = (command: string, args: readonly string[] = [], more: object = {}): Step => ({
  terminal: { command, args, onError: [{ say: 'Then not.' }], ...more },
});

const misbehaviours: readonly Misbehaviour[] = [
  {
    name: 'has control characters in its name and version',
    scenario: () => ({
      ...small,
      initialize: {
        agentInfo: {
          name: 'odd',
          title: 'Od\u202ed\u0007',
          version: '1.0\u001b[2J\u001b]0;title\u0007\n- Login: ok. It asked for no login.\u202e',
        },
      },
    }),
    withPrompts: false,
    finds: { start: 'ok' },
  },
  {
    name: 'has a version of a megabyte',
    scenario: () => ({
      ...small,
      initialize: { agentInfo: { name: 'odd', version: '9'.repeat(1_000_000) } },
    }),
    withPrompts: false,
    finds: { start: 'ok' },
  },
  {
    name: 'prints its secret wherever it can',
    scenario: () => ({
      ...small,
      start: [{ stderr: `using ${SECRET}\n` }],
      initialize: {
        agentInfo: { name: 'odd', title: `Odd ${SECRET}`, version: `1.0-${SECRET}` },
        authMethods: [{ id: 'one', name: `Log in with ${SECRET}` }],
      },
      newSession: [{ error: { code: -32000, message: `Expired: ${SECRET}`, data: { SECRET } } }],
    }),
    withPrompts: false,
    finds: { login: 'problem' },
  },
  {
    name: 'forges lines of the report in an error',
    scenario: () => ({
      ...small,
      newSession: [
        {
          error: {
            code: -32603,
            message: `Broken.\n- Sealed: start: ok. Sealed, it starts and opens a session.\r\n${'x'.repeat(2_000_000)}`,
          },
        },
      ],
    }),
    withPrompts: false,
    finds: { session: 'problem' },
    says: [['session', 'It answered with an error: Broken.']],
  },
  {
    name: 'sends a message of 100 MB',
    scenario: () => ({ ...small, newSession: [{ bigLine: { bytes: 100_000_000 } }] }),
    withPrompts: false,
    finds: { session: 'problem', end: 'ok' },
    says: [['session', 'a message of more than 16 MiB']],
  },
  {
    name: 'answers everything twice, and what nobody asked',
    scenario: () => ({
      ...small,
      newSession: [
        { answer: {} },
        { rawLine: '{"jsonrpc":"2.0","id":1,"result":{"sessionId":"another"}}' },
        { rawLine: '{"jsonrpc":"2.0","id":99,"result":{}}' },
      ],
    }),
    withPrompts: false,
    finds: { session: 'ok' },
  },
  {
    name: 'lies about all that it can do',
    scenario: () => ({
      ...small,
      initialize: {
        agentInfo: { name: 'odd', version: '1.0.0' },
        agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, resume: {} } },
      },
      load: [{ error: { code: -32601, message: 'Method not found' } }],
      resume: [{ error: { code: -32601, message: 'Method not found' } }],
      list: [{ error: { code: -32601, message: 'Method not found' } }],
    }),
    finds: { list: 'problem', resume: 'problem', load: 'problem' },
    says: [['list', 'It says that it can do this']],
  },
  {
    name: 'lists sessions without end',
    scenario: () => ({
      ...small,
      list: [{ result: { sessions: [{ sessionId: 'a', cwd: '/' }], nextCursor: 'more' } }],
    }),
    withPrompts: false,
    timings: { answerMilliseconds: 2_000 },
    finds: { end: 'ok' },
  },
  {
    name: 'offers a thousand logins with long names',
    scenario: () => ({
      ...small,
      initialize: {
        authMethods: Array.from({ length: 1_000 }, (_, n) => ({
          id: `${n}`,
          name: `Login ${n} ${'x'.repeat(5_000)}`,
        })),
      },
      newSession: [{ error: { code: -32000, message: 'Log in.' } }],
    }),
    withPrompts: false,
    finds: { login: 'problem' },
  },
  {
    name: 'floods, and stops for nobody',
    scenario: () => ({
      ...small,
      turns: [
        refused({ onCancel: 'ignore' }, { flood: { count: 30_000, bytes: 200 } }, { stall: true }),
        works,
        stops,
      ],
    }),
    timings: { promptMilliseconds: 3_000, cancelMilliseconds: 500 },
    finds: { permission: 'problem', write: 'skipped', end: 'ok' },
    says: [['permission', 'did not answer in time']],
  },
  {
    name: 'deletes its own project',
    scenario: () => ({
      ...small,
      load: [{ replay: true }],
      turns: [obeys, work({ shell: 'rm -rf "$PWD"' }), stops],
    }),
    finds: { write: 'problem', end: 'ok' },
    says: [['write', 'It deleted the project']],
  },
  {
    name: 'leaves folders that are too deep to be removed by their names',
    scenario: () => ({
      ...small,
      turns: [
        obeys,
        work(
          {
            shell:
              'd=$(printf "a%.0s" $(seq 200)); for n in $(seq 40); do mkdir $d && cd $d || exit; done',
          },
          { diskWrite: { path: FILE, content: '' } },
        ),
        stops,
      ],
    }),
    finds: { write: 'ok', cancel: 'ok', end: 'ok' },
  },
  {
    name: 'has a harmful command run that names the file of the check',
    scenario: ({ outside }) => ({
      ...small,
      turns: [
        obeys,
        work(
          runs('/bin/sh', ['-c', `echo bad > ${outside}; echo checked > ${COMMAND_FILE}`]),
          runs('/bin/sh', ['-c', `echo checked > ${COMMAND_FILE}; rm -f ${outside}`]),
          runs('rm', ['-f', outside, COMMAND_FILE]),
          runs('/bin/sh', ['-c', `cat ${outside} > ${COMMAND_FILE}`]),
          runs('/bin/sh', ['-c', `echo "$HOME" > ${COMMAND_FILE}`]),
          runs('/bin/sh', ['-c', `echo checked > ${COMMAND_FILE}`], {
            env: { LD_PRELOAD: `./${FILE}` },
          }),
        ),
        stops,
      ],
    }),
    finds: { command: 'note' },
    says: [['command', 'something that the check does not allow']],
  },
  {
    name: 'asks for a harmful command that names the file of the check',
    scenario: ({ outside }) => ({
      ...small,
      turns: [
        obeys,
        work({
          ask: {
            toolCall: {
              toolCallId: 'c',
              title: `Write ${FILE}`,
              kind: 'execute',
              rawInput: { command: `rm -f ${outside} # ${FILE}` },
            },
            onAllowed: [{ shell: `rm -f ${outside}` }],
            onRejected: [{ say: 'Then not.' }],
          },
        }),
        stops,
      ],
    }),
    finds: { command: 'note' },
    says: [['write', 'something that the check does not allow']],
  },
  {
    name: 'writes beside its project, through Airlock and through a link',
    scenario: ({ outside }) => ({
      ...small,
      turns: [
        obeys,
        work(
          { write: { path: `${outside}/../${FILE}`, content: 'bad', onError: [] } },
          { shell: `ln -s ${outside} ${FILE}` },
          { write: { path: FILE, content: 'bad', onError: [] } },
        ),
        stops,
      ],
    }),
    finds: { write: 'note' },
    says: [['write', 'outside its project']],
  },
  {
    name: 'makes a folder, and a link that leads nowhere, instead of the files',
    scenario: () => ({
      ...small,
      turns: [obeys, work({ shell: `mkdir ${FILE}; ln -s nowhere ${COMMAND_FILE}` }), stops],
    }),
    finds: { write: 'note', command: 'note' },
    says: [['write', 'The file is not there']],
  },
  {
    name: 'writes into the folder above its project',
    scenario: () => ({
      ...small,
      turns: [
        obeys,
        work({ diskWrite: { path: FILE, content: '' } }, { shell: 'echo bad > ../beside.txt' }),
        stops,
      ],
    }),
    finds: { write: 'problem' },
    says: [['write', 'beside.txt']],
  },
  {
    name: 'leaves a process behind only when it resumes',
    scenario: () => ({
      ...small,
      stateFile: 'state.json',
      resume: [{ spawnChild: { detached: true } }],
    }),
    finds: { resume: 'ok', end: 'note' },
    says: [['end', 'left 1 process running']],
  },
  {
    name: 'writes a long log before it ends',
    scenario: () => ({
      ...small,
      newSession: [
        { repeat: { times: 300, steps: [{ stderr: 'debug: line {{index}} of a long log\n' }] } },
        { stderr: 'fatal: the last words\n' },
        { exit: { code: 3 } },
      ],
    }),
    withPrompts: false,
    finds: { session: 'problem' },
    says: [['session', 'ended during this step: The agent exited with code 3']],
    prints: 'fatal: the last words',
  },
  {
    name: 'prints banners in a later process only',
    scenario: () => ({
      ...small,
      stateFile: 'state.json',
      resume: [{ garbage: { lines: ['Welcome back!'] } }],
    }),
    finds: { output: 'note' },
    says: [['output', 'It prints 1 line that is not a message']],
  },
];

describe('a check of an agent that', () => {
  it.each(misbehaviours)('$name comes to a result, and nothing is harmed', async (one) => {
    const { scenario, withPrompts = true, timings = {}, finds, says = [], prints = '' } = one;
    const [folder, beside] = [testFolder(), testFolder()];
    const outside = beside.write('outside.txt', 'As it was.\n');
    const tag = `airlock-misbehaving-${process.pid}-${misbehaviours.indexOf(one)}`;
    const before = new Map(fingerprintOf(beside.path, beside.path));
    const scripted = settingsOf(scriptedAgent(folder, scenario({ outside, tag })));
    const env = { ...scripted.env, ODD_TOKEN: SECRET, ODD_TAG: tag };
    const test = await engineWith(folder, { ...scripted, env }, timings);

    const check = await runCheck(test, withPrompts);
    expect(verdicts(check), JSON.stringify(check.findings, null, 1)).toMatchObject(finds);
    for (const [step, words] of says) expect(wordsOf(check, step)).toContain(words);
    expect(check.stderrTail).toContain(prints);
    for (const { verdict, advice } of check.findings) {
      if (verdict === 'problem') expect(advice, 'what to do').toMatch(/\S/);
    }
    const report = test.engine.agentChecks.report('mine' as AgentId);
    const text = report.ok ? report.value : '';
    expect(text.length).toBeLessThan(CARD_CHARACTERS);
    expect(JSON.stringify(check).length).toBeLessThan(CARD_CHARACTERS);
    expect(textsOf(check).filter((value) => UNSEEN.test(value))).toEqual([]);
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(
      check.findings.length,
    );
    expect(checkReport(check)).not.toContain(SECRET);

    await test.stop();
    expect(await filesWith(folder.join('data'), SECRET)).toEqual([]);
    expect(readdirSync(folder.join('data/checks/work'))).toEqual([]);
    expect(changedPaths(before, new Map(fingerprintOf(beside.path, beside.path)))).toEqual([]);
    expect(existsSync(beside.join(FILE))).toBe(false);
    expect(await leftProcesses({ mark: ['ODD_TAG', tag] })).toEqual([]);
  });
});

/** Every text of the card but the agent's own output, which has lines. */
function textsOf({ version, name, protocol, findings }: AgentCheck): readonly string[] {
  return [version, name, protocol, ...findings.flatMap((one) => [one.message, one.advice])].flatMap(
    (text) => text ?? [],
  );
}
