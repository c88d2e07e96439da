import { attempt } from '#main/airlock/disk/attempt';
import type { ObjectStore } from '#main/airlock/objects/objectStore';
import { sameEntry, type TreeEntry } from '#main/airlock/tree/treeDifference';
import { versionOf } from '#main/airlock/tree/treeEntries';
import { isFileMode } from '#shared/airlock/change';
import { mergedEncoding } from '#shared/airlock/diff/textFormat';
import { withOwnEdits } from '#shared/airlock/ownEdits';

/** Merges the user's changes to one version of a file into another version. */
export class OwnEditMerger {
  constructor(private readonly store: ObjectStore) {}

  /** The file's version for a tree, after the user changed the file from `seen` to `now`. */
  async merge(
    path: string,
    held: TreeEntry | null,
    seen: TreeEntry | null,
    now: TreeEntry | null,
  ): Promise<TreeEntry | null> {
    if (sameEntry(held, seen) || sameEntry(held, now)) return now;
    if (now === null || seen === null) return now;
    const mode = now.mode === seen.mode ? (held?.mode ?? now.mode) : now.mode;
    if (held?.blob === seen.blob) return { mode, blob: now.blob };
    if (now.blob === seen.blob) return held && { mode, blob: held.blob };
    const merged = await attempt(path, () => this.mergedText(path, held, seen, now));
    // A file that cannot be merged is the user's as a whole, because the user wrote to it last.
    if (!merged.ok || merged.value === 'no-text' || !isFileMode(mode)) return now;
    const { text, encoding } = merged.value;
    if (held === null && text === '') return null;
    return this.store.keep({ mode, content: { type: 'text', text: { text, encoding } } });
  }

  private async mergedText(path: string, held: TreeEntry | null, seen: TreeEntry, now: TreeEntry) {
    const blobs = [held, seen, now].flatMap((entry) => entry?.blob ?? []);
    const sizes = await this.store.sizes(blobs);
    const [base, proposed] = [versionOf(seen, sizes), versionOf(now, sizes)];
    const { store } = this;
    const edit = await store.sides({ path, base, proposed });
    const old = await store.sides({ path, base: versionOf(held, sizes), proposed: null });
    if (!edit.base?.text || !edit.proposed?.text || (held && !old.base?.text)) return 'no-text';
    const from = old.base?.text ?? { text: '', encoding: edit.proposed.text.encoding };
    const text = withOwnEdits(from.text, edit.base.text.text, edit.proposed.text.text);
    const encodings = { from: edit.base.text.encoding, to: edit.proposed.text.encoding };
    const encoding = mergedEncoding(text, from.encoding, encodings);
    return encoding === null ? 'no-text' : { text, encoding };
  }
}
