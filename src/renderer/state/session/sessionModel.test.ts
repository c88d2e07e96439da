import { describe, expect, it } from 'vitest';
import type { EntryId, MessageId, SessionId } from '#shared/ids';
import { soundCondition } from '#shared/session/condition';
import { entryId } from '#shared/session/entries';
import type { Envelope } from '#shared/session/events';
import { apply, createState } from '#shared/session/fold';
import type { SessionState } from '#shared/session/state';
import { MOST_CHARACTERS, MOST_ENTRIES } from '#window/state/limits';
import { SessionModel } from './sessionModel';

const id = 'ses_testtest' as SessionId;

function said(seq: number, text: string, message = `m${seq}`): Envelope {
  return {
    v: 1,
    seq,
    at: seq,
    type: 'message.appended',
    messageId: message as MessageId,
    role: 'agent',
    content: { type: 'text', text },
  };
}

/** Main's side of it: the whole session, of which snapshots hold the newest `page` entries. */
function createMain(page = 2, mostInAnswer = Number.POSITIVE_INFINITY) {
  const state: SessionState = createState(id);
  const asked: EntryId[][] = [];
  let opened = 0;
  return {
    state,
    asked,
    get opened() {
      return opened;
    },
    append(...events: Envelope[]) {
      for (const event of events) apply(state, event);
      return events;
    },
    source: {
      open: async () => {
        opened++;
        const shown = state.order.slice(-page);
        return {
          head: state.head,
          order: [...state.order],
          places: [],
          entries: shown.flatMap((entry) => state.entries.get(entry) ?? []),
          condition: soundCondition,
        };
      },
      entries: async (_id: SessionId, ids: readonly EntryId[]) => {
        asked.push([...ids]);
        const found = ids.flatMap((entry) => state.entries.get(entry) ?? []);
        const entries = found.slice(0, mostInAnswer);
        return { seq: state.head.seq, entries, isCut: entries.length < found.length };
      },
    },
  };
}

function createModel(main: ReturnType<typeof createMain>) {
  const errors: unknown[] = [];
  const model = new SessionModel(
    id,
    main.source,
    () => model.flush(),
    (error) => errors.push(error),
  );
  return model;
}

function textOf(model: SessionModel, message: string): string | undefined {
  const entry = model.entry(entryId('message', message));
  const block = entry?.kind === 'message' ? entry.blocks[0] : undefined;
  return block?.type === 'text' ? block.text : undefined;
}

describe('SessionModel', () => {
  it('folds events after the snapshot, and drops those that the snapshot contains', async () => {
    const main = createMain();
    main.append(said(1, 'one'), said(2, 'two'));
    const model = createModel(main);
    await model.open();
    model.receive([said(2, 'two again', 'm2'), ...main.append(said(3, '!', 'm2'))]);
    expect(textOf(model, 'm2')).toBe('two!');
    expect(model.head()?.seq).toBe(3);
  });

  it('keeps events that arrive before the snapshot', async () => {
    const main = createMain();
    main.append(said(1, 'one'));
    const model = createModel(main);
    const opening = model.open();
    model.receive(main.append(said(2, 'two')));
    await opening;
    expect(textOf(model, 'm2')).toBe('two');
    expect(model.order()).toEqual(main.state.order);
  });

  it('says why it could not be opened, until it can', async () => {
    const main = createMain();
    main.append(said(1, 'one'));
    const error = new Error('The disk does not answer.');
    let isBroken = true;
    const source = {
      ...main.source,
      open: () => (isBroken ? Promise.reject(error) : main.source.open()),
    };
    const model = createModel({ ...main, source });
    const told: unknown[] = [];
    model.headListeners.subscribe(() => told.push(model.fault()));
    await expect(model.open()).rejects.toBe(error);
    expect(told).toEqual([error]);
    isBroken = false;
    await model.open();
    expect(model.fault()).toBeNull();
    expect(told.at(-1)).toBeNull();
    expect(textOf(model, 'm1')).toBe('one');
  });

  it('asks main again when an event is missing', async () => {
    const main = createMain();
    main.append(said(1, 'one'));
    const model = createModel(main);
    await model.open();
    main.append(said(2, 'lost'));
    model.receive(main.append(said(3, 'three')));
    await model.open();
    expect(main.opened).toBe(2);
    expect(model.order()).toEqual(main.state.order);
    expect(textOf(model, 'm3')).toBe('three');
  });

  it('leaves old entries in main until they are requested', async () => {
    const main = createMain(1);
    main.append(said(1, 'one'), said(2, 'two'), said(3, 'three'));
    const model = createModel(main);
    await model.open();
    expect(textOf(model, 'm1')).toBeUndefined();
    model.receive(main.append(said(4, ' more', 'm1')));
    expect(model.order()).toEqual(main.state.order);
    await model.ensure(model.order());
    expect(textOf(model, 'm1')).toBe('one more');
    model.receive(main.append(said(5, '!', 'm1')));
    expect(textOf(model, 'm1')).toBe('one more!');
  });

  it('notifies only the listeners of what changed', async () => {
    const main = createMain();
    main.append(said(1, 'one'), said(2, 'two'));
    const model = createModel(main);
    await model.open();
    const told: string[] = [];
    model.subscribeEntry(entryId('message', 'm1'), () => told.push('m1'));
    model.subscribeEntry(entryId('message', 'm2'), () => told.push('m2'));
    model.orderListeners.subscribe(() => told.push('order'));
    model.receive(main.append(said(3, '!', 'm2')));
    expect(told).toEqual(['m2']);
    model.receive(main.append(said(4, 'four')));
    expect(told).toEqual(['m2', 'order']);
  });

  it('handles an entry that is ahead of the events', async () => {
    const main = createMain(1);
    main.append(said(1, 'one'), said(2, 'two'), said(3, 'three'));
    const model = createModel(main);
    await model.open();
    const late = main.append(said(4, ' more', 'm1'));
    await model.ensure(model.order());
    expect(textOf(model, 'm1')).toBe('one more');
    model.receive(late);
    expect(textOf(model, 'm1')).toBe('one more');
    model.receive(main.append(said(5, '!', 'm1')));
    expect(textOf(model, 'm1')).toBe('one more!');
  });

  it('fetches entries requested at the same time together', async () => {
    const main = createMain(1);
    main.append(said(1, 'one'), said(2, 'two'), said(3, 'three'));
    const model = createModel(main);
    await model.open();
    for (const entry of model.order()) model.want(entry);
    await expect.poll(() => textOf(model, 'm2')).toBe('two');
    expect(main.asked).toEqual([main.state.order.slice(0, 2)]);
  });

  it('releases entries also while the window is hidden', async () => {
    const main = createMain(1);
    main.append(said(1, 'first'));
    const model = new SessionModel(
      id,
      main.source,
      () => undefined,
      () => undefined,
    );
    await model.open();
    for (let seq = 2; seq <= 5_000; seq++) model.receive(main.append(said(seq, `entry ${seq}`)));
    expect(model.size).toBeLessThanOrEqual(2 * MOST_ENTRIES);
    model.flush();
    expect(model.order()).toEqual(main.state.order);
  });

  // Shows I21.
  it('holds as much text as there is room for, whatever an agent says', async () => {
    const main = createMain(1);
    main.append(said(1, 'first'));
    const model = createModel(main);
    await model.open();
    const held = () =>
      main.state.order.reduce(
        (sum, entry) => sum + (textOf(model, entry.slice(8))?.length ?? 0),
        0,
      );
    const stop = model.subscribeEntry(entryId('message', 'm2'), () => undefined);
    for (let seq = 2; seq <= 100; seq++) {
      model.receive(main.append(said(seq, 'x'.repeat(1024 * 1024))));
      expect(held()).toBeLessThanOrEqual(MOST_CHARACTERS);
    }
    expect(textOf(model, 'm2')).toBeDefined();
    expect(textOf(model, 'm100')).toBeDefined();
    expect(textOf(model, 'm50')).toBeUndefined();
    stop();
    await model.ensure([entryId('message', 'm50')]);
    expect(textOf(model, 'm50')).toBeDefined();
    expect(held()).toBeLessThanOrEqual(MOST_CHARACTERS);
    model.receive(main.append(said(101, '!', 'm50')));
    expect(textOf(model, 'm50')?.at(-1)).toBe('!');
  });

  it('asks again for entries that an answer had no room for, and not for deleted ones', async () => {
    const main = createMain(1, 2);
    main.append(...Array.from({ length: 6 }, (_, index) => said(index + 1, 'text')));
    const model = createModel(main);
    await model.open();
    const ids = [...main.state.order.slice(0, 5)];
    main.state.entries.delete(ids[3] as EntryId);
    await model.ensure(ids);
    expect(ids.map((entry) => model.entry(entry) !== undefined)).toEqual([
      true,
      true,
      true,
      false,
      true,
    ]);
    expect(main.asked.map((asked) => asked.length)).toEqual([5, 3]);
  });

  it('releases entries that are not shown, and fetches them again', async () => {
    const main = createMain(1);
    main.append(said(1, 'first'));
    const model = createModel(main);
    await model.open();
    const seen = entryId('message', 'm2');
    const stop = model.subscribeEntry(seen, () => undefined);
    for (let seq = 2; seq <= 5_000; seq++) model.receive(main.append(said(seq, `entry ${seq}`)));
    expect(model.size).toBeLessThanOrEqual(MOST_ENTRIES);
    expect(model.order()).toEqual(main.state.order);
    expect(textOf(model, 'm1')).toBeUndefined();
    expect(textOf(model, 'm2')).toBe('entry 2');
    expect(textOf(model, 'm5000')).toBe('entry 5000');
    stop();
    await model.ensure(model.order().slice(0, 1));
    expect(textOf(model, 'm1')).toBe('first');
    model.receive(main.append(said(5_001, '!', 'm1')));
    expect(textOf(model, 'm1')).toBe('first!');
  });
});
