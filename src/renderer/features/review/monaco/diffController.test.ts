import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SessionId } from '#shared/ids';
import { exampleChange } from '#test/window/exampleChange';
import { diffHandle } from '#window/features/review/model/diff/diffHandle';
import { conflictKey } from '#window/features/review/model/diff/typedText';
import { preferences } from '#window/features/review/model/preferences';
import { reviewStore } from '#window/features/review/model/reviewStore';
import { ListenerSet } from '#window/state/listeners';
import { keepUnfinished, unfinishedTexts } from '#window/state/unfinishedTexts';
import { DiffController } from './diffController';
import type { PaneSurface } from './diffPane';
import type { ShownDiff } from './diffSurface';
import type { VisibleZone, Zone } from './zoneLayer';

// Set before the stores are created, which read from it.
vi.hoisted(() => {
  const none = () => null;
  vi.stubGlobal('localStorage', { getItem: none, setItem: none, removeItem: none });
});

const texts = { base: 'one\ntwo\nthree\n', proposed: 'one\n2\nthree\n' };
let count = 0;

const viewOf = (path = 'a.txt') => exampleChange({ path, ...texts });

/** An editor that draws only when the test tells it to. */
function fakeSurface() {
  const diffListeners = new ListenerSet();
  const selectionListeners = new ListenerSet();
  const editListeners = new ListenerSet();
  const listeners = new ListenerSet();
  let zones: readonly Zone[] = [];
  let visible: readonly VisibleZone[] = [];
  let text = '';
  const told: string[] = [];
  const surface = {
    node: { remove: () => told.push('removed') },
    zones: {
      listeners,
      visible: () => visible,
      set: (next: readonly Zone[]) => {
        zones = next;
        visible = next.map(({ key }) => ({ key, node: {} as HTMLElement }));
        listeners.notify();
      },
      reveal: (key: string) => told.push(`reveal ${key}`),
    },
    diffListeners,
    selectionListeners,
    editListeners,
    onComment: null as PaneSurface['onComment'],
    prepare: async () => undefined,
    show: (diff: ShownDiff) => {
      surface.clear();
      text = diff.modified;
      told.push(`show ${diff.path}: ${diff.modified}`);
    },
    clear: () => {
      const wasShown = text !== '';
      text = '';
      // Like Monaco, which fires when its texts are removed, and drops the zones between their lines.
      if (wasShown) diffListeners.notify();
      surface.zones.set([]);
    },
    setLook: () => undefined,
    setLabels: (left: string, right: string) => told.push(`${left} | ${right}`),
    setEditable: (isEditable: boolean) => told.push(`editable ${isEditable}`),
    setOrigins: () => undefined,
    setDecided: (hunks: readonly object[]) => told.push(`decided ${hunks.length}`),
    modifiedText: () => text,
    selectedLines: () => null,
    cursorLine: () => ({ side: 'modified', line: 0 }) as const,
    hasFocus: () => false,
    reveal: (line: number) => told.push(`line ${line}`),
    showFound: ({ side, line }: { side: string; line: number }) =>
      told.push(`found ${side} ${line}`),
    focus: () => told.push('focus'),
    dispose: () => told.push('disposed'),
  };
  return {
    surface: surface as unknown as PaneSurface,
    told,
    keys: () => zones.map(({ key }) => key),
    shows: () => told.filter((word) => word.startsWith('show ')),
    draw: () => diffListeners.notify(),
    type: (typed: string) => {
      text = typed;
      editListeners.notify();
    },
  };
}

function start(view = viewOf(), sessionId = `session-${++count}` as SessionId) {
  const editor = fakeSurface();
  const given: PaneSurface[] = [];
  const pool = {
    borrow: async () => editor.surface,
    giveBack: (surface: PaneSurface) => void given.push(surface),
  };
  const controller = new DiffController(sessionId, { append: () => undefined }, pool);
  onTestFinished(() => controller.dispose());
  const show = (next = view, given = texts) =>
    controller.show({
      view: next,
      texts: given,
      look: { ...preferences.getState(), fontSize: 12 },
    });
  show();
  const shown = () => vi.waitFor(() => expect(editor.told.join()).toContain('show '));
  return { sessionId, controller, editor, given, show, shown, store: reviewStore(sessionId), view };
}

describe('the diff of a change', () => {
  it('is drawn with a bar for each hunk, at the first open one', async () => {
    const { controller, editor, shown } = start();
    await shown();
    expect(controller.state).toMatchObject({ isDrawn: false, zones: [] });
    editor.draw();
    expect(controller.state).toMatchObject({ isDrawn: true });
    expect(controller.state?.zones.map(({ key }) => key)).toEqual(editor.keys());
    expect(editor.keys()).toEqual([expect.stringMatching(/^hunk:/)]);
    expect(editor.told).toContain('a.txt, before | a.txt, proposed');
    expect(editor.told).toContain('line 1');
  });

  it('has its bars when it replaces another diff', async () => {
    const { editor, shown, show } = start();
    await shown();
    editor.draw();
    show(viewOf());
    await vi.waitFor(() => expect(editor.shows()).toHaveLength(2));
    editor.draw();
    expect(editor.keys()).toEqual([expect.stringMatching(/^hunk:/)]);
  });

  it('dims the hunks that are decided, and goes to what was found', async () => {
    const { editor, shown, show, view, store } = start();
    await shown();
    editor.draw();
    expect(editor.told).toContain('decided 0');
    const outcome = (hunk: (typeof view.hunks)[number]) =>
      ({ ...hunk, outcome: { hunkId: hunk.hunk.id, state: 'accepted' } }) as typeof hunk;
    show({ ...view, hunks: view.hunks.map(outcome) });
    expect(editor.told).toContain('decided 1');
    const { changeId } = view.change;
    const lines = [{ changeId, side: 'original', line: 1, column: 0 }] as const;
    store.setState({
      find: { query: 'x', lines, isComplete: true, isSearching: false, index: 0 },
    });
    expect(editor.told).toContain('found original 1');
  });

  it('is drawn once, whatever is decided about it', async () => {
    const { editor, shown, show, view } = start();
    await shown();
    editor.draw();
    show({ ...view, hunks: [...view.hunks] });
    editor.draw();
    expect(editor.shows()).toHaveLength(1);
  });

  it('keeps what was typed until it is discarded', async () => {
    const { controller, editor, shown, show, store, view } = start();
    await shown();
    editor.draw();
    store.setState({ editing: view.change.path });
    await vi.waitFor(() => expect(editor.shows()).toHaveLength(2));
    editor.draw();
    expect(editor.told).toContain('editable true');
    expect(editor.told).toContain('focus');
    expect(editor.keys()).toEqual([]);
    editor.type('one\nmine\nthree\n');
    show(viewOf('b.txt'));
    show(view);
    await vi.waitFor(() => expect(editor.told.at(-1)).toBe('show a.txt: one\nmine\nthree\n'));
    controller.discardEdit();
    expect(store.getState().editing).toBeNull();
    await vi.waitFor(() => expect(editor.told.at(-1)).toBe('show a.txt: one\n2\nthree\n'));
  });

  it('saves an edit once, also for a double click', async () => {
    const request = vi.fn(async () => ({ ok: true, value: null }));
    vi.stubGlobal('window', { airlock: { request: { 'changes.edit': request } } });
    onTestFinished(() => void vi.stubGlobal('window', undefined));
    const { editor, sessionId, shown, store, view } = start();
    await shown();
    editor.draw();
    store.setState({ editing: view.change.path });
    await vi.waitFor(() => expect(editor.shows()).toHaveLength(2));
    editor.draw();
    editor.type('one\nmine\nthree\n');
    const handle = diffHandle(sessionId);
    await Promise.all([handle?.saveEdit(), handle?.saveEdit()]);
    expect(request).toHaveBeenCalledTimes(1);
    expect(store.getState().editing).toBeNull();
  });

  it('keeps what was typed when the agent writes the file again', async () => {
    const { controller, editor, shown, show, store, view } = start();
    await shown();
    editor.draw();
    store.setState({ editing: view.change.path });
    await vi.waitFor(() => expect(editor.shows()).toHaveLength(2));
    editor.draw();
    editor.type('one\nmine\nthree\n');
    expect(controller.state).toMatchObject({ isEditing: true, isRewritten: false });
    const rewritten = viewOf(view.change.path);
    show(rewritten);
    expect(rewritten.change.changeId).not.toBe(view.change.changeId);
    expect(controller.state).toMatchObject({ isEditing: true, isRewritten: true });
    expect(editor.shows()).toHaveLength(2);
    editor.type('one\nstill mine\nthree\n');
    show(viewOf('b.txt'));
    show(rewritten);
    await vi.waitFor(() => expect(editor.told.at(-1)).toBe('show a.txt: one\nstill mine\nthree\n'));
    expect(controller.state).toMatchObject({ isRewritten: true });
    controller.discardEdit();
    await vi.waitFor(() => expect(editor.told.at(-1)).toBe('show a.txt: one\n2\nthree\n'));
    expect(controller.state).toMatchObject({ isEditing: false, isRewritten: false });
  });

  it('is not drawn again while it is edited, before the first key either', async () => {
    const { sessionId, controller, editor, shown, show, store, view } = start();
    await shown();
    editor.draw();
    store.setState({ editing: view.change.path });
    await vi.waitFor(() => expect(editor.shows()).toHaveLength(2));
    editor.draw();
    show(view, { ...texts });
    controller.show({ view, texts: null, look: { ...preferences.getState(), fontSize: 12 } });
    editor.type('one\nmine\nthree\n');
    show(view, { ...texts });
    await Promise.resolve();
    expect(controller.state).toMatchObject({ isDrawn: true, isEditing: true, isRewritten: false });
    expect(editor.shows()).toHaveLength(2);
    expect(unfinishedTexts(sessionId).size).toBe(1);
    controller.discardEdit();
  });

  it('says so if the agent writes the file again before the first key', async () => {
    const { controller, editor, shown, show, store, view } = start();
    await shown();
    editor.draw();
    store.setState({ editing: view.change.path });
    await vi.waitFor(() => expect(editor.shows()).toHaveLength(2));
    editor.draw();
    show(viewOf(view.change.path));
    expect(controller.state).toMatchObject({ isEditing: true, isRewritten: true });
    editor.type('one\nmine\nthree\n');
    expect(controller.state).toMatchObject({ isEditing: true, isRewritten: true });
    expect(editor.shows()).toHaveLength(2);
    controller.discardEdit();
  });

  it('shows what was typed again, in another editor and after an edit of another file', async () => {
    const first = start();
    await first.shown();
    first.editor.draw();
    first.store.setState({ editing: 'a.txt' });
    await vi.waitFor(() => expect(first.editor.shows()).toHaveLength(2));
    first.editor.draw();
    first.editor.type('one\nmine\nthree\n');
    first.controller.dispose();
    first.store.setState({ editing: null });
    const second = start(first.view, first.sessionId);
    await second.shown();
    expect(second.editor.told.at(-1)).toBe('show a.txt: one\nmine\nthree\n');
    expect(second.store.getState().editing).toBe('a.txt');
    second.controller.discardEdit();
  });

  it('shows the result of a conflict that is none any more, since the agent wrote the file again', async () => {
    const sessionId = 'conflicted' as SessionId;
    const text = 'one\nboth\nthree\n';
    keepUnfinished(sessionId, conflictKey('a.txt'), { text, about: 'earlier' });
    const { controller, editor, shown } = start(viewOf(), sessionId);
    await shown();
    expect(editor.told.at(-1)).toBe(`show a.txt: ${text}`);
    expect(controller.state).toMatchObject({ isEditing: true, isRewritten: true });
    controller.discardEdit();
    expect(unfinishedTexts(sessionId).size).toBe(0);
  });

  it('keeps the room for a comment, and knows when its lines have changed', async () => {
    const { controller, editor, shown, show, view } = start();
    await shown();
    editor.draw();
    editor.surface.onComment?.('modified', 1);
    expect(controller.state).toMatchObject({ draft: { quote: ['2'] }, isDraftOutdated: false });
    show(viewOf('b.txt'));
    await vi.waitFor(() => expect(editor.shows()).toHaveLength(2));
    editor.draw();
    expect(editor.keys()).not.toContain('draft');
    show(view);
    await vi.waitFor(() => expect(editor.shows()).toHaveLength(3));
    editor.draw();
    expect(editor.keys()).toContain('draft');
    show(viewOf('a.txt'), { ...texts, proposed: 'one\nanother\nthree\n' });
    expect(controller.state).toMatchObject({ draft: { quote: ['2'] }, isDraftOutdated: true });
  });

  it('starts a comment on the clicked line, and makes room for it', async () => {
    const { editor, shown, store } = start();
    await shown();
    editor.draw();
    editor.surface.onComment?.('original', 2);
    expect(store.getState().draft).toMatchObject({
      side: 'original',
      start: 2,
      end: 3,
      quote: ['three'],
    });
    expect(editor.keys()).toContain('draft');
    expect(editor.told).toContain('reveal draft');
  });

  it('returns the editor, and accepts no more commands', async () => {
    const { sessionId, controller, editor, given, shown } = start();
    await shown();
    expect(diffHandle(sessionId)?.canEdit()).toBe(true);
    controller.dispose();
    expect(given).toEqual([editor.surface]);
    expect(diffHandle(sessionId)).toBeUndefined();
  });

  it('returns an editor that is created too late', async () => {
    const { controller, editor, given } = start();
    controller.dispose();
    await vi.waitFor(() => expect(given).toEqual([editor.surface]));
    expect(editor.told).toEqual([]);
  });
});
