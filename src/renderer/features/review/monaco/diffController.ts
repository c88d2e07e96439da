import type { ChangeView } from '#shared/airlock/changeView';
import { computeHunks, type HunkRange, rangeOf } from '#shared/airlock/hunks';
import type { SessionId } from '#shared/ids';
import type { ChangeTexts } from '#shared/ipc/changes';
import { visiblePath } from '#shared/text/visiblePath';
import { registerDiff } from '#window/features/review/model/diff/diffHandle';
import { commentZone, hunkZones } from '#window/features/review/model/diff/diffZones';
import {
  drawnRanges,
  hunkAt,
  selectionIn,
  type TextHunkView,
  textHunks,
} from '#window/features/review/model/diff/hunkZones';
import { workText } from '#window/features/review/model/diff/resolveTexts';
import { canBeEdited, editedText, shownText } from '#window/features/review/model/diff/shownText';
import { dropTypedText, editKey, typedText } from '#window/features/review/model/diff/typedText';
import { startComment } from '#window/features/review/model/feedback/comments';
import {
  isQuoteOutdated,
  type LineComment,
} from '#window/features/review/model/feedback/lineComment';
import { shownMatch } from '#window/features/review/model/reviewFind';
import { type CommentDraft, reviewStore } from '#window/features/review/model/reviewStore';
import { call } from '#window/ipc/client';
import { ListenerSet } from '#window/state/listeners';
import { keepUnfinished } from '#window/state/unfinishedTexts';
import type { DiffLook } from './diffOptions';
import { DiffPane, type PaneSurface, type SurfacePool } from './diffPane';
import type { OriginMark, SelectedLines, ShownDiff } from './diffSurface';
import type { VisibleZone } from './zoneLayer';

/** The change to show, and its look. */
export interface ShownChange {
  readonly view: ChangeView;
  /** Null while the texts are loading. */
  readonly texts: ChangeTexts | null;
  readonly look: DiffLook;
}

/** The state that React draws around the editor and in its zones. */
export interface DiffState {
  readonly view: ChangeView;
  readonly isDrawn: boolean;
  readonly isEditing: boolean;
  /** Whether the agent has written the file again since the user began to type. */
  readonly isRewritten: boolean;
  readonly hunks: readonly TextHunkView[];
  readonly current: TextHunkView | undefined;
  readonly comments: readonly LineComment[];
  readonly draft: CommentDraft | null;
  /** Whether the lines of the draft have changed since. */
  readonly isDraftOutdated: boolean;
  readonly zones: readonly VisibleZone[];
  readonly selected: SelectedLines | null;
}

const NO_ZONES: readonly VisibleZone[] = [];

/**
 * The diff of one change: its editor, zones for hunks and comments, and the user's actions in it.
 */
export class DiffController {
  /** Called when `state` has changed. */
  readonly listeners = new ListenerSet();
  private shown: DiffState | null = null;
  private request: ShownChange | null = null;
  private pane: DiffPane | null = null;
  private surface: PaneSurface | null = null;
  private selected: SelectedLines | null = null;
  private heights: Readonly<Record<string, number>> = {};
  private readonly inputs = new Map<string, readonly unknown[]>();
  private readonly kept = new Map<string, unknown>();
  private readonly store;
  private readonly ends: (() => void)[] = [];
  /** The change whose text the user is editing in the editor. */
  private edited: ChangeView['change'] | null = null;
  private isSaving = false;
  private isUpdating = false;
  private isStale = false;

  constructor(
    private readonly sessionId: SessionId,
    private readonly container: Pick<HTMLElement, 'append'>,
    private readonly pool?: SurfacePool,
  ) {
    this.store = reviewStore(sessionId);
    this.ends.push(this.store.subscribe(() => this.update()));
  }

  /** Null until a change is shown. Returns the same object until something in it changes. */
  get state(): DiffState | null {
    return this.shown;
  }

  show(request: ShownChange): void {
    this.request = request;
    if (this.pane === null) {
      this.pane = new DiffPane(this.container, request.look, this.pool);
      this.ends.push(this.pane.listeners.subscribe(() => this.update()));
    }
    this.update();
  }

  /** Takes the measured height of the element in a zone. */
  readonly measure = (key: string, height: number): void => {
    if (this.heights[key] === height) return;
    this.heights = { ...this.heights, [key]: height };
    this.update();
  };

  /** Starts a comment on the selected lines, or on a hunk. */
  comment(hunk: TextHunkView | undefined): void {
    const { request } = this;
    if (!request?.texts) return;
    const { path } = request.view.change;
    const selected = this.surface?.selectedLines() ?? null;
    startComment(this.sessionId, path, request.texts, selected, hunk);
  }

  /** Marks lines with their origin; null while it is unknown. */
  showOrigins(marks: readonly OriginMark[] | null): void {
    this.surface?.setOrigins(marks ?? []);
  }

  discardEdit(): void {
    const { editing } = this.store.getState();
    if (editing !== null) dropTypedText(this.sessionId, editing);
    this.store.setState({ editing: null });
  }

  dispose(): void {
    for (const end of this.ends) end();
    this.pane?.dispose();
    this.surface = null;
  }

  /** Applies the state. A change during that is applied in another pass. */
  private update(): void {
    this.isStale = true;
    if (this.isUpdating) return;
    this.isUpdating = true;
    try {
      while (this.isStale) {
        this.isStale = false;
        this.apply();
      }
    } finally {
      this.isUpdating = false;
    }
    this.listeners.notify();
  }

  private apply(): void {
    const { request, pane } = this;
    if (request === null || pane === null) return;
    if (this.surface === null && pane.surface !== null) this.adopt(pane.surface);
    const { view, texts, look } = request;
    const { editing, comments: all, draft: anyDraft, hunkId } = this.store.getState();
    const { changeId, path } = view.change;
    const isEditing = editing === path;
    const typed = typedText(this.sessionId, view);
    // Unfinished text is shown with its file, even after the window was reopened.
    if (typed && !isEditing) this.store.setState({ editing: path });
    const draft = anyDraft?.path === path ? anyDraft : null;
    const isDraftOutdated = this.keep(
      'outdated',
      [draft, texts],
      () => draft !== null && texts !== null && isQuoteOutdated(draft, texts),
    );
    const hunks = this.keep('hunks', [view], () => textHunks(view));
    const comments = this.keep('comments', [all, path, draft], () =>
      all.filter((comment) => comment.path === path && comment.id !== draft?.id),
    );
    const current =
      hunks.find(({ hunk }) => hunk.id === hunkId) ??
      hunks.find(({ outcome }) => outcome.state === 'pending') ??
      hunks[0];
    pane.show(this.diffOf(view, texts, isEditing), look);
    const about = typed?.about ?? this.edited?.changeId ?? changeId;
    const isRewritten = isEditing && about !== changeId;
    const { isDrawn } = pane;
    const zones = this.surface?.zones.visible() ?? NO_ZONES;
    const { selected } = this;
    const state = {
      view,
      isDrawn,
      isEditing,
      isRewritten,
      hunks,
      current,
      comments,
      draft,
      isDraftOutdated,
      zones,
      selected,
    };
    this.shown = this.keep('state', Object.values(state), () => state);
    if (this.surface === null) return;
    this.when('labels', [path], () => {
      const shown = visiblePath(path);
      this.surface?.setLabels(`${shown}, before`, `${shown}, proposed`);
    });
    this.draw(this.surface, state);
  }

  /** Updates the parts that need the lines on screen. */
  private draw(surface: PaneSurface, state: DiffState): void {
    const { isDrawn, isEditing, hunks, current, comments, draft, view } = state;
    const { heights } = this;
    this.when('editable', [isDrawn, isEditing, view.change.path], () => {
      if (!isDrawn) return;
      surface.setEditable(isEditing);
      if (isEditing) surface.focus();
    });
    this.when('zones', [isDrawn, isEditing, hunks, comments, draft, heights], () => {
      if (isDrawn) this.setZones(surface, state);
    });
    this.when('decided', [isDrawn, isEditing, hunks], () => {
      if (!isDrawn) return;
      const decided = hunks.filter(({ outcome }) => outcome.state !== 'pending');
      surface.setDecided(isEditing ? [] : decided.map(({ hunk }) => hunk));
    });
    const { shownComment } = this.store.getState();
    const shownHeight = shownComment === null ? undefined : heights[`comment:${shownComment}`];
    const hasShown = comments.some(({ id }) => id === shownComment);
    this.when('shown comment', [isDrawn, hasShown, shownComment, shownHeight], () => {
      if (!isDrawn || !hasShown) return;
      surface.zones.reveal(`comment:${shownComment}`);
      // Until the comment is measured, its height is a guess and it may not be fully in view.
      if (shownHeight !== undefined) this.store.setState({ shownComment: null });
    });
    const start = current?.hunk.proposedStart;
    const { arrival } = this.store.getState();
    this.when('current hunk', [isDrawn, start, arrival], () => {
      if (isDrawn && start !== undefined) surface.reveal(start);
    });
    const { find } = this.store.getState();
    const index = find?.index ?? null;
    this.when('found', [isDrawn, find?.lines, index, view.change.changeId], () => {
      const match = shownMatch(find);
      if (isDrawn && match?.changeId === view.change.changeId) surface.showFound(match);
    });
    // Revealed after its hunk, which may be longer than the screen, and again once measured.
    this.when('draft', [isDrawn, draft?.id, draft && heights.draft], () => {
      if (isDrawn && draft) surface.zones.reveal('draft');
    });
  }

  private setZones(surface: PaneSurface, state: DiffState): void {
    const { isEditing, hunks, comments, draft } = state;
    // While the user edits, hunks move with every key, so they are recomputed when the edit is
    // saved.
    const bars = isEditing ? [] : hunkZones(hunks);
    const notes = comments.map((comment) =>
      commentZone(`comment:${comment.id}`, comment, hunks, this.heights[`comment:${comment.id}`]),
    );
    const editor = draft ? [commentZone('draft', draft, hunks, this.heights.draft)] : [];
    surface.zones.set([...bars, ...notes, ...editor]);
  }

  private adopt(surface: PaneSurface): void {
    this.surface = surface;
    surface.onComment = (side, line) => this.commentOnLine(side, line);
    this.ends.push(
      surface.zones.listeners.subscribe(() => this.update()),
      surface.selectionListeners.subscribe(() => this.onSelect(surface)),
      surface.editListeners.subscribe(() => this.onType(surface)),
      registerDiff(this.sessionId, {
        comment: () => this.comment(this.shown?.current),
        pickedLines: () => this.pickedLines(surface),
        canEdit: () => {
          const { view, texts } = this.request ?? {};
          return view?.status === 'open' && canBeEdited(texts?.proposed ?? '\r');
        },
        saveEdit: () => this.saveEdit(surface),
        focus: () => surface.focus(),
      }),
    );
  }

  /** Comments on the selected lines if the marked line is one of them, otherwise on that line. */
  private commentOnLine(side: 'original' | 'modified', line: number): void {
    const { request, surface } = this;
    if (!request?.texts) return;
    const lines = surface?.selectedLines() ?? null;
    const isSelected = lines?.side === side && line >= lines.start && line < lines.end;
    const place = isSelected ? lines : { side, start: line, end: line + 1 };
    startComment(this.sessionId, request.view.change.path, request.texts, place, undefined);
  }

  private onSelect(surface: PaneSurface): void {
    const selected = surface.selectedLines();
    if (!isSameSelection(this.selected, selected)) this.selected = selected;
    const { shown } = this;
    const { side, line } = surface.cursorLine();
    // The hunk with the cursor becomes the current one.
    const hunk = surface.hasFocus() && shown ? hunkAt(shown.hunks, side, line) : undefined;
    if (hunk && shown) {
      this.store.setState({ path: shown.view.change.path, hunkId: hunk.hunk.id });
    }
    this.update();
  }

  private onType(surface: PaneSurface): void {
    if (!this.shown?.isDrawn || !this.shown.isEditing) return;
    const { view } = this.shown;
    const { changeId, path } = view.change;
    const about = typedText(this.sessionId, view)?.about ?? this.edited?.changeId ?? changeId;
    keepUnfinished(this.sessionId, editKey(path), { text: surface.modifiedText(), about });
  }

  private pickedLines(surface: PaneSurface) {
    const current = this.shown?.current;
    const lines = surface.selectedLines();
    const picked = current && lines ? selectionIn(current, lines) : null;
    return current && picked ? { hunk: current, lines: picked } : null;
  }

  /** Replaces the agent's text with the user's; its hunks are decided as usual. */
  private async saveEdit(surface: PaneSurface): Promise<void> {
    const { view, texts } = this.request ?? {};
    // The second click of a double click arrives while the first is being handled.
    if (!view || !texts || this.isSaving) return;
    const { changeId, path } = view.change;
    const before = workText(view, texts);
    const text = editedText(before, surface.modifiedText());
    if (text !== before) {
      this.isSaving = true;
      try {
        await call('changes.edit', { sessionId: this.sessionId, changeId, text });
      } finally {
        this.isSaving = false;
      }
    }
    dropTypedText(this.sessionId, path);
    this.store.setState({ editing: null, hunkId: null });
  }

  /** A decision makes a new list of hunks, but the diff stays the same as long as its lines do. */
  private diffOf(
    view: ChangeView,
    texts: ChangeTexts | null,
    isEditing: boolean,
  ): ShownDiff | null {
    const { changeId, path } = view.change;
    const typed = isEditing ? typedText(this.sessionId, view) : undefined;
    // The editor stays as it is while the user can type, even if the agent writes in the meantime.
    // Drawing it again would lose keys and the cursor position.
    const isTaken = typed !== undefined || this.pane?.isDrawn;
    if (isEditing && isTaken && this.edited?.path === path) {
      return this.kept.get('diff') as ShownDiff;
    }
    const ranges = JSON.stringify(isEditing ? null : drawnRanges(textHunks(view)));
    const edited = isEditing && texts ? (typed?.text ?? workText(view, texts)) : null;
    this.edited = edited === null ? null : view.change;
    return this.keep('diff', [texts, edited, ranges, changeId, path], () => {
      if (texts === null) return null;
      const original = shownText(texts.base ?? '');
      const modified = shownText(edited ?? texts.proposed ?? '');
      const known: readonly HunkRange[] = JSON.parse(ranges) ?? [];
      // A deletion is decided as a whole, but its lines are shown.
      const hunks = known.length > 0 ? known : computeHunks(original, modified).map(rangeOf);
      return { key: changeId, path, original, modified, hunks };
    });
  }

  /** Acts if one of the inputs has changed since the last time. */
  private when(name: string, inputs: readonly unknown[], act: () => void): void {
    const before = this.inputs.get(name);
    if (before && inputs.every((input, index) => input === before[index])) return;
    this.inputs.set(name, inputs);
    act();
  }

  /** Returns the same value until one of the inputs changes. */
  private keep<T>(name: string, inputs: readonly unknown[], make: () => T): T {
    this.when(name, inputs, () => this.kept.set(name, make()));
    return this.kept.get(name) as T;
  }
}

function isSameSelection(left: SelectedLines | null, right: SelectedLines | null): boolean {
  if (left === null || right === null) return left === right;
  return left.side === right.side && left.start === right.start && left.end === right.end;
}
