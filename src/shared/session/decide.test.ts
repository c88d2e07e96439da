import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Result } from '#shared/errors';
import { createIdSource, type IdSource, type QueuedPromptId, type RequestId } from '#shared/ids';
import { anyHistory, sampleEvent as one } from '#test/support/everyEvent';
import { foldAll } from '#test/support/foldAll';
import { propertyRuns } from '#test/support/propertyRuns';
import { created, SESSION, stamp } from '#test/support/sessionEvents';
import type { SessionCommand } from './commands';
import { decide, nextQueuedTurn } from './decide';
import type { SessionEvent } from './events';
import { apply } from './fold';
import type { SessionState } from './state';

const hello = [{ type: 'text', text: 'Hello' }] as const;
const blank = [{ type: 'text', text: ' \n' }] as const;
const promptId = 'que_1' as QueuedPromptId;
const requestId = 'req_1' as RequestId;

function counter(): IdSource {
  let last = 0;
  return createIdSource(() => String(++last));
}

function having(...events: readonly SessionEvent[]): SessionState {
  return foldAll(SESSION, stamp([created(), ...events]));
}

const attached = [one('agent.started'), one('agent.attached')];
const working = [...attached, one('turn.started')];
const queued = one('prompt.queued');

/** Where a session can stand with its agent, and the events that lead there. */
const connections = {
  detached: [],
  starting: [one('agent.starting')],
  ready: attached,
  working,
  stopping: [...working, one('turn.cancelling')],
  authentication: [one('agent.starting'), one('authentication.required')],
  failed: [one('agent.starting'), one('agent.failed')],
  exited: [...working, one('agent.exited')],
  lost: [...attached, one('continuity.checked', 1), one('agent.detached')],
  'ready but lost': [...attached, one('continuity.checked', 1)],
} satisfies Record<string, readonly SessionEvent[]>;
type Connection = keyof typeof connections;
const everywhere = Object.keys(connections) as Connection[];

const commands: readonly SessionCommand[] = [
  { type: 'prompt.send', content: hello },
  { type: 'prompt.send', content: blank },
  { type: 'prompt.send', content: [] },
  { type: 'prompt.steer', content: hello },
  { type: 'prompt.steer', content: blank },
  { type: 'prompt.edit', promptId, content: hello },
  { type: 'prompt.edit', promptId, content: blank },
  { type: 'prompt.remove', promptId },
  { type: 'prompt.pause', promptId, paused: true },
  { type: 'prompt.pause', promptId, paused: false },
  { type: 'queue.resume' },
  { type: 'turn.cancel' },
  { type: 'permission.answer', requestId, optionId: 'yes' },
  { type: 'permission.answer', requestId, optionId: '__proto__' },
  { type: 'elicitation.answer', requestId, answer: { type: 'accepted', values: { n: 1 } } },
  { type: 'elicitation.answer', requestId, answer: { type: 'declined' } },
  { type: 'elicitation.answer', requestId, answer: { type: 'cancelled' } },
  { type: 'mode.set', modeId: 'ask' },
  { type: 'mode.set', modeId: 'none' },
  { type: 'option.set', optionId: 'fast', value: true },
  { type: 'option.set', optionId: 'model', value: 's' },
  { type: 'option.set', optionId: 'model', value: true },
  { type: 'option.set', optionId: 'none', value: 's' },
  { type: 'session.rename', title: ' A name ' },
  { type: 'session.rename', title: ' ' },
  { type: 'session.archive', archived: true },
  { type: 'agent.restart' },
  { type: 'copy.restore' },
  { type: 'agent.cancelStart' },
  { type: 'continuity.accept' },
  { type: 'authentication.start', methodId: 'login' },
  { type: 'authentication.start', methodId: 'none', apiKey: 'secret' },
  { type: 'authentication.logout' },
];

function typesOf(result: Result<readonly SessionEvent[]>): string {
  return result.ok ? result.value.map(({ type }) => type).join(' ') : `! ${result.error.message}`;
}

describe('allowing a host', () => {
  it('is for what was refused in this session, and once', () => {
    const refusal = { host: 'a.test', port: 443, reason: 'unlisted', rule: 'a.test' } as const;
    const state = having({ type: 'host.refused', refusal }, { type: 'host.refused', refusal });
    expect(state.head.network.refused).toEqual([refusal]);
    const allow = (rule: string) => decide(state, { type: 'host.allow', rule }, counter());
    expect(allow('a.test')).toEqual({
      ok: true,
      value: [{ type: 'host.allowed', rule: 'a.test' }],
    });
    expect(allow('b.test')).toMatchObject({ ok: false, error: { code: 'refused' } });
  });
});

describe('every command in every state', () => {
  const gone = '! The agent is not running. Restart it to continue.';
  const lost = '! The agent no longer has this conversation. Choose how to continue.';
  const table: readonly [string, SessionCommand, Record<Connection, string>][] = [
    [
      'prompt.send',
      { type: 'prompt.send', content: hello },
      {
        detached: 'prompt.queued agent.starting',
        starting: 'prompt.queued',
        ready: 'turn.started',
        working: 'prompt.queued',
        stopping: 'prompt.queued',
        authentication: '! Log in first.',
        failed: gone,
        exited: gone,
        lost,
        'ready but lost': lost,
      },
    ],
    [
      'prompt.steer',
      { type: 'prompt.steer', content: hello },
      {
        ...all('! The agent is not working.'),
        working: 'prompt.queued',
        stopping: '! The agent is being stopped.',
      },
    ],
    [
      'turn.cancel',
      { type: 'turn.cancel' },
      { ...all('! The agent is not working.'), working: 'turn.cancelling', stopping: '' },
    ],
    [
      'agent.restart',
      { type: 'agent.restart' },
      {
        ...all('agent.starting'),
        starting: '! The agent is already running.',
        ready: '! The agent is already running.',
        working: '! The agent is already running.',
        stopping: '! The agent is already running.',
        'ready but lost': '! The agent is already running.',
      },
    ],
    [
      'copy.restore',
      { type: 'copy.restore' },
      {
        ...all(''),
        starting: '! The agent is already running.',
        ready: '! The agent is already running.',
        working: '! The agent is already running.',
        stopping: '! The agent is already running.',
        'ready but lost': '! The agent is already running.',
      },
    ],
    [
      'agent.cancelStart',
      { type: 'agent.cancelStart' },
      {
        ...all('! The agent is not starting.'),
        starting: 'agent.detached notice.posted',
      },
    ],
    [
      'continuity.accept',
      { type: 'continuity.accept' },
      {
        ...all('! There is nothing to confirm.'),
        lost: 'continuity.checked',
        'ready but lost': 'continuity.checked',
      },
    ],
    [
      'authentication.start',
      { type: 'authentication.start', methodId: 'login' },
      { ...all('! The agent does not need a login.'), authentication: '' },
    ],
    [
      'authentication.logout',
      { type: 'authentication.logout' },
      {
        ...all('! The agent is not running.'),
        ready: '',
        working: '! The agent is still working.',
        stopping: '! The agent is still working.',
        'ready but lost': '',
      },
    ],
    ['setup.skip', { type: 'setup.skip' }, all('! No setup is running.')],
    ['session.archive', { type: 'session.archive', archived: true }, all('session.archived')],
    ['session.rename', { type: 'session.rename', title: ' A name ' }, all('session.titled')],
  ];

  it.each(table)('%s', (_, command, expected) => {
    const actual = everywhere.map((where) => [
      where,
      typesOf(decide(having(...connections[where]), command, counter())),
    ]);
    expect(Object.fromEntries(actual)).toEqual(expected);
  });

  it('refuses with a message and a code, and never throws', () => {
    fc.assert(
      fc.property(anyHistory, fc.constantFrom(...commands), (events, command) => {
        const result = decide(foldAll(SESSION, events), command, counter());
        if (result.ok) return;
        expect(result.error.message).toMatch(/^["A-Z].*\.$/);
        expect(result.error.code).not.toBe('internal');
      }),
      { numRuns: propertyRuns(1_000), verbose: 1 },
    );
  });

  it('gives events that the fold accepts, and the same ones for the same state', () => {
    fc.assert(
      fc.property(anyHistory, fc.constantFrom(...commands), (events, command) => {
        const state = foldAll(SESSION, events);
        const before = structuredClone(state);
        const result = decide(state, command, counter());
        expect(decide(state, command, counter())).toEqual(result);
        expect(state).toEqual(before);
        const seq = events.length;
        for (const event of stamp(result.ok ? result.value : [], seq + 1)) apply(state, event);
      }),
      { numRuns: propertyRuns(500), verbose: 1 },
    );
  });

  function all(outcome: string): Record<Connection, string> {
    return Object.fromEntries(everywhere.map((where) => [where, outcome])) as Record<
      Connection,
      string
    >;
  }
});

describe('the queue', () => {
  it('accepts prompts while a turn runs, up to a limit', () => {
    const full = Array.from({ length: 64 }, (_, index) => ({
      ...queued,
      promptId: `que_${index}` as QueuedPromptId,
    }));
    const result = decide(
      having(...working, ...full),
      { type: 'prompt.send', content: hello },
      counter(),
    );
    expect(typesOf(result)).toBe('! The queue is full.');
    const steered = decide(
      having(...working, ...full),
      { type: 'prompt.steer', content: hello },
      counter(),
    );
    expect(typesOf(steered)).toBe('! The queue is full.');
  });

  it('is sent in order: prompts left by a stopped turn go before a new one', () => {
    const stopped = having(...working, queued, one('turn.ended', 1));
    const result = decide(stopped, { type: 'prompt.send', content: hello }, counter());
    expect(result).toMatchObject({
      ok: true,
      value: [
        { type: 'prompt.queued', content: hello },
        { type: 'turn.started', promptId, content: queued.content },
      ],
    });
  });

  it('resumes on request, and starts an agent that is not running', () => {
    const resume = (...events: readonly SessionEvent[]) =>
      typesOf(decide(having(...events), { type: 'queue.resume' }, counter()));
    expect(resume(...working, queued, one('turn.ended', 1))).toBe('turn.started');
    expect(resume(queued)).toBe('agent.starting');
    expect(resume(queued, one('agent.starting'))).toBe('');
    expect(resume(...working, queued)).toBe('! The agent is still working.');
    expect(resume(queued, ...connections.lost)).toBe(
      '! The agent no longer has this conversation.',
    );
    expect(resume(...attached)).toBe('! The queue is empty.');
  });

  it('gives its first prompt as the next turn, if one may start', () => {
    const next = (...events: readonly SessionEvent[]) =>
      nextQueuedTurn(having(...events), counter());
    expect(next(...attached, queued)).toMatchObject([{ type: 'turn.started', promptId }]);
    expect(next(...working, queued)).toEqual([]);
    expect(next(...attached)).toEqual([]);
    expect(next(queued, ...connections['ready but lost'])).toEqual([]);
  });

  it('lets a prompt be edited and removed, until it is sent', () => {
    const edit: SessionCommand = { type: 'prompt.edit', promptId, content: hello };
    const remove: SessionCommand = { type: 'prompt.remove', promptId };
    const waiting = having(...working, queued);
    expect(typesOf(decide(waiting, edit, counter()))).toBe('prompt.edited');
    expect(typesOf(decide(waiting, { ...edit, content: blank }, counter()))).toBe(
      '! The prompt is empty.',
    );
    expect(typesOf(decide(waiting, remove, counter()))).toBe('prompt.removed');
    const sent = having(...attached, queued, one('turn.started', 1));
    expect(typesOf(decide(sent, edit, counter()))).toBe('! This prompt was already sent.');
    expect(typesOf(decide(sent, remove, counter()))).toBe('! This prompt was already sent.');
  });

  it('is held back while its first prompt is edited', () => {
    const pause: SessionCommand = { type: 'prompt.pause', promptId, paused: true };
    const paused = one('prompt.paused');
    expect(typesOf(decide(having(...working, queued), pause, counter()))).toBe('prompt.paused');
    const editing = having(...attached, queued, paused);
    expect(typesOf(decide(editing, pause, counter()))).toBe('');
    expect(nextQueuedTurn(editing, counter())).toEqual([]);
    expect(typesOf(decide(editing, { type: 'queue.resume' }, counter()))).toBe(
      '! Save or cancel your edit of the next prompt.',
    );
    expect(typesOf(decide(editing, { type: 'prompt.send', content: hello }, counter()))).toBe(
      'prompt.queued',
    );
    const goOn: SessionCommand = { ...pause, paused: false };
    expect(typesOf(decide(editing, goOn, counter()))).toBe('prompt.paused');
  });

  it('accepts an image without text as a prompt', () => {
    const content = [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] as const;
    const result = decide(having(...attached), { type: 'prompt.send', content }, counter());
    expect(typesOf(result)).toBe('turn.started');
  });
});

describe('answers', () => {
  const answer: SessionCommand = { type: 'permission.answer', requestId, optionId: 'yes' };
  const asked = having(...working, one('permission.asked'));

  it('count once', () => {
    expect(typesOf(decide(asked, answer, counter()))).toBe('permission.answered');
    const answered = having(...working, one('permission.asked'), one('permission.answered'));
    expect(decide(answered, answer, counter())).toMatchObject({ error: { code: 'conflict' } });
    const declined = having(...working, one('elicitation.asked'), one('elicitation.answered'));
    expect(
      decide(
        declined,
        { type: 'elicitation.answer', requestId, answer: { type: 'cancelled' } },
        counter(),
      ),
    ).toMatchObject({ error: { code: 'conflict' } });
  });

  it('must be among the offered options, and belong to an open question', () => {
    expect(decide(asked, { ...answer, optionId: 'maybe' }, counter())).toMatchObject({
      error: { code: 'invalid-input' },
    });
    expect(decide(having(...working), answer, counter())).toMatchObject({
      error: { code: 'not-found' },
    });
  });

  it('are not accepted after the turn or the process has ended', () => {
    const ended = having(...working, one('permission.asked'), one('turn.ended'));
    expect(decide(ended, answer, counter())).toMatchObject({ error: { code: 'conflict' } });
    const exited = having(...working, one('permission.asked'), one('agent.exited'));
    expect(decide(exited, answer, counter())).toMatchObject({ error: { code: 'conflict' } });
  });
});

describe('modes and options', () => {
  const state = having(...attached, one('modes.updated'), one('options.updated'));
  it.each([
    [{ type: 'mode.set', modeId: 'ask' }, ''],
    [{ type: 'mode.set', modeId: 'none' }, '! The agent has no such mode.'],
    [{ type: 'option.set', optionId: 'fast', value: true }, ''],
    [
      { type: 'option.set', optionId: 'fast', value: 'yes' },
      '! The agent does not offer this value.',
    ],
    [{ type: 'option.set', optionId: 'model', value: 's' }, ''],
    [
      { type: 'option.set', optionId: 'model', value: 'xl' },
      '! The agent does not offer this value.',
    ],
    [{ type: 'option.set', optionId: 'none', value: 's' }, '! The agent has no such option.'],
  ] as const)('%j', (command, outcome) => {
    expect(typesOf(decide(state, command, counter()))).toBe(outcome);
    const known = [one('modes.updated'), one('options.updated')] as const;
    const [asleep, starting, failed] = [
      having(...known),
      having(...known, one('agent.starting')),
      having(...known, one('agent.failed')),
    ];
    const isOffered = outcome === '';
    // A session that was reopened starts its agent for it.
    expect(typesOf(decide(asleep, command, counter()))).toBe(
      isOffered ? 'agent.starting' : outcome,
    );
    const [whileStarting, afterFailing] = [starting, failed].map((other) =>
      typesOf(decide(other, command, counter())),
    );
    expect(whileStarting).toBe(
      isOffered ? '! The agent is starting. You can change this when it is ready.' : outcome,
    );
    expect(afterFailing).toBe(
      isOffered ? '! The agent is not running. Restart it first.' : outcome,
    );
  });
});
