import { describe, expect, it } from 'vitest';
import type { ChangeView } from '#shared/airlock/changeView';
import { isBlobReference } from '#shared/session/content';
import type { ToolEntry } from '#shared/session/entries';
import { outputText } from '#shared/session/tool/outputText';
import { toolText } from '#shared/session/tool/toolText';
import { toolTitle } from '#shared/session/tool/toolTitle';
import type { AgentSettings } from '#shared/settings';
import { scriptedAgent } from '#test/support/scenario';
import type { TemporaryFolder } from '#test/support/temporaryFolder';
import { TestEngine, type TestSession, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { waitFor } from '#test/support/waitFor';
import type { Scenario } from '../agent/scenario';
import type { Step } from '../agent/step';
import {
  asked,
  askedEdits,
  commands,
  extensions,
  type Forms,
  PRINTED,
  toldAndWritten,
} from './acpForms';
import { wireCases } from './wireCase';

/** An agent, and the words at which it does one thing: each wire has one, and ACP one for each form of it. */
type Case = readonly [
  name: string,
  agent: (folder: TemporaryFolder) => AgentSettings,
  words: readonly string[],
];

function inAcp(forms: Forms, more: Scenario = {}): Case {
  const words = Object.keys(forms);
  const turns = Object.values(forms).map((steps, index) => ({ when: `^form ${index}$`, steps }));
  const agent: Case[1] = (folder) => scriptedAgent(folder, { ...more, turns });
  return ['acp', agent, words.map((_, index) => `form ${index}`)];
}

/** The peers of these wires know the word. */
function inPeers(word: string, ...names: readonly string[]): readonly Case[] {
  return wireCases.flatMap(({ name, wire, agent }): readonly Case[] =>
    names.includes(name) ? [[name, (folder) => ({ ...agent(folder), wire }), [word]]] : [],
  );
}

/** Plays each word in a session and a project of its own: in place, with what is written held for the user. */
async function playEach(
  [, agent, words]: Case,
  check: (played: Awaited<ReturnType<typeof play>>, word: string) => Promise<void>,
  text = 'before\n',
): Promise<void> {
  const folder = testFolder();
  const agents = { peer: agent(folder) };
  const test = await TestEngine.start(folder.join('data'), agents, { workplaces: undefined });
  for (const word of words) await check(await play(test, folder, word, text), word);
}

async function play(test: TestEngine, folder: TemporaryFolder, word: string, text: string) {
  const name = word.replaceAll(' ', '-');
  const project = folder.folder(name);
  folder.write(`${name}/notes.txt`, text);
  const session = await test.create('peer', project, word);
  const changes = async () => unwrap(await test.changes.list(session.id)).changes;
  return { notes: () => folder.read(`${name}/notes.txt`), project, test, session, changes };
}

/** All text that the row of a tool shows, as it is drawn. */
function shownText(session: TestSession, tool: ToolEntry): string {
  const { content, output, toolKind } = tool;
  const texts = content.map((part) => {
    if (part.type === 'content' && part.content.type === 'text') {
      return drawn(String(part.content.text), toolKind);
    }
    if (part.type !== 'terminal') return '';
    const terminal = session.entries('terminal').find((one) => one.terminalId === part.terminalId);
    const tail = terminal?.exit?.tail ?? '';
    return isBlobReference(tail) ? (tail.preview ?? '') : tail;
  });
  if (content.length > 0 || typeof output !== 'string') return texts.join('');
  return drawn(outputText(output) ?? '', toolKind);
}

function drawn(text: string, kind: ToolEntry['toolKind']): string {
  const shown = toolText(text, kind);
  return shown.type === 'markdown' ? `as Markdown: ${shown.text}` : shown.text;
}

describe('a command', () => {
  const all = [
    inAcp(commands),
    ...inPeers('shell', 'acp-2', 'acp-2025.1', 'claude', 'codex', 'crow'),
  ];

  it.each(all)('is named without the folder, its output line by line: %s', async (...given) => {
    await playEach(
      given,
      async ({ session, project }, word) => {
        await session.until('its end, or a question', ({ head }) => {
          return head.openRequests.length > 0 || head.lastTurnEnd !== null;
        });
        if (session.state.head.openRequests.length > 0) await session.answer('run');
        await session.turnEnded();
        const [tool] = session.entries('tool');
        if (tool === undefined) throw new Error('No tool was shown.');
        const { main, beside } = toolTitle(tool, [project]);
        expect(main, word).toBe('cat notes.txt');
        expect([null, 'Show the notes'], word).toContain(beside);
        expect(tool.status, word).toBe('completed');
        for (const { command } of session.entries('terminal')) expect(command).not.toBe('Terminal');
        // Crow has no way to tell of output.
        if (given[0] === 'crow') return;
        expect(shownText(session, tool).trimEnd(), word).toBe(PRINTED.trimEnd());
      },
      PRINTED,
    );
  });
});

describe('an edit that is asked for', () => {
  const all = [inAcp(askedEdits), ...inPeers('edit', 'claude', 'codex')];

  it.each(all)('is asked for once, and is not said to be unasked: %s', async (...given) => {
    await playEach(given, async ({ session, notes, changes }, word) => {
      const question = await session.question();
      if (question.kind !== 'permission') throw new Error('The question is no permission.');
      const allow = question.question.options.find(({ kind }) => kind === 'allow_once');
      await session.answer(allow?.id ?? '');
      await session.turnEnded();
      expect(notes(), word).toBe('after\n');
      const decided = (await changes()).map(({ change, status }) => [change.origin, status]);
      expect(decided, word).toEqual([['permission', 'settled']]);
      expect(session.entries('permission'), word).toHaveLength(1);
      for (const part of session.entries('tool').flatMap(({ content }) => content)) {
        if (part.type === 'diff') expect(part.before, word).toBe('before\n');
      }
    });
  });
});

describe('a write that the agent tells of and makes itself', () => {
  const all = [inAcp({ told: toldAndWritten }), ...inPeers('told', 'acp-2025.1')];

  it.each(all)(
    'is after the fact, and taken out again when it is rejected: %s',
    async (...given) => {
      await playEach(given, async ({ session, test, notes, changes }) => {
        const { change, hunks } = await afterTheFact(test, changes);
        const rejected = hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'reject' as const }));
        const verdict = { changeId: change.changeId, hunks: rejected };
        unwrap(await test.changes.decide(session.id, [verdict]));
        await session.turnEnded();
        expect(notes()).toBe('before\n');
      });
    },
  );

  /** As soon as it is listed. */
  async function afterTheFact(test: TestEngine, changes: () => Promise<readonly ChangeView[]>) {
    for (;;) {
      const news = waitFor(test.changes.onDidChange, undefined, { what: 'a change' });
      news.catch(() => undefined);
      const isFound = ({ change, status }: ChangeView) => status === 'open' && change.afterTheFact;
      const found = (await changes()).find(isFound);
      if (found !== undefined) return found;
      await news;
    }
  }
});

describe('a question', () => {
  const all = [inAcp(asked), ...inPeers('question', 'acp-2', 'claude', 'codex')];

  it.each(all)(
    'has its choices, is asked once, and cannot be answered empty: %s',
    async (...given) => {
      await playEach(given, async ({ session }, word) => {
        const entry = await session.question();
        if (entry.kind !== 'elicitation' || entry.question.body.type !== 'form') {
          throw new Error(`The question of “${word}” is no form.`);
        }
        const { message, body } = entry.question;
        const [field] = body.fields;
        expect(message, word).toBe('Which colour?');
        expect(field, word).toMatchObject({ title: 'Colour', type: 'choice' });
        expect(field?.description, word).toBeUndefined();
        const choices = field?.type === 'choice' ? field.choices.map(({ value }) => value) : [];
        expect(choices, word).toEqual(['Red', 'Blue']);
        const { requestId } = entry;
        const answer = { type: 'accepted', values: {} } as const;
        expect(await session.try({ type: 'elicitation.answer', requestId, answer })).toMatchObject({
          ok: false,
        });
        await session.submit({ type: 'accepted', values: { [field?.key ?? '']: 'Blue' } });
        await session.turnEnded();
        expect(session.transcript().at(-1), word).toBe('agent: Thanks.');
      });
    },
  );
});

describe('messages of the agent’s own', () => {
  const all = [
    inAcp({ extension: [...extensions, { say: 'Still here.' }] }),
    ...inPeers('extension', 'acp-2'),
  ];

  it.each(all)('are one neutral line: %s', async (...given) => {
    await playEach(given, async ({ session }) => {
      await session.turnEnded();
      expect(session.entries('unknown').map(({ label }) => label)).toEqual([
        expect.stringMatching(/^The agent also sends messages of its own, such as /),
      ]);
      expect(session.transcript().at(-1)).toBe('agent: Still here.');
    });
  });
});

describe('settings that an agent offers', () => {
  const choices = ['plan', 'default'].map((value) => ({ value, name: value }));
  const option = { id: 'mode', name: 'Mode', category: 'mode', type: 'select', options: choices };
  const [plan, other] = ['plan', 'default'].map((value) => ({ ...option, currentValue: value }));
  const availableModes = choices.map(({ name }) => ({ id: name, name }));
  const modes = { currentModeId: 'default', availableModes };
  const offered: readonly (readonly [string, Scenario, readonly string[]])[] = [
    ['once, as options', { configOptions: [other ?? {}] }, ['mode']],
    ['once, as modes', { modes }, ['modes']],
    ['in both ways', { modes, configOptions: [other ?? {}] }, ['mode']],
    ['twice in one list', { configOptions: [plan ?? {}, other ?? {}] }, ['mode']],
  ];

  it.each(offered)('%s are one each, and their markers are not shown', async (_, more, shown) => {
    const steps: readonly Step[] = [{ say: '[MODE_UPDATE] plan' }, { say: 'Hello.' }];
    await playEach(inAcp({ mode: steps }, more), async ({ session }) => {
      await session.turnEnded();
      const { options, modes: known } = session.state.head;
      expect([...(known === null ? [] : ['modes']), ...options.map(({ id }) => id)]).toEqual(shown);
      expect(known?.current ?? options[0]?.value).toBe('plan');
      expect(session.transcript().at(-1)).toBe('agent: Hello.');
    });
  });
});
