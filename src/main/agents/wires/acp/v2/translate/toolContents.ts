import type { ToolContent } from '#shared/session/content';
import type { ToolFields } from '#shared/session/events';
import { Remembered } from '../../../remembered';
import { CONTENT_GROWTH, CONTENT_ITEMS, KEPT_CONTENTS, SMALL_CONTENT } from '../limits';

interface Kept {
  items: readonly ToolContent[];
  /** The size in UTF-16 units of JSON: of all items, and of those already sent. */
  length: number;
  told: number;
}

/**
 * The content of tool calls that the agent streams item by item. Our events replace content as a
 * whole. Sending it with each item would make the log grow quadratically, so long content is sent
 * when it has grown by a share, and whenever its call changes.
 */
export class ToolContents {
  private readonly kept = new Remembered<Kept>(KEPT_CONTENTS);

  /** Adds an item; null if it is not sent yet. */
  append(id: string, item: ToolContent): readonly ToolContent[] | null {
    const kept = this.of(id);
    if (kept.items.length >= CONTENT_ITEMS) return null;
    kept.items = [...kept.items, item];
    kept.length += lengthOf(item);
    this.kept.set(id, kept);
    const isDue = kept.length <= SMALL_CONTENT || kept.length > kept.told * (1 + CONTENT_GROWTH);
    return isDue ? this.tell(kept) : null;
  }

  /** The update of a call, including streamed content that was not sent yet. */
  moveOn(id: string, fields: ToolFields): ToolFields {
    if (fields.content !== undefined) {
      const items = fields.content ?? [];
      const length = items.reduce((sum, item) => sum + lengthOf(item), 0);
      this.kept.set(id, { items, length, told: length });
      return fields;
    }
    const kept = this.kept.get(id);
    if (kept === undefined || kept.told === kept.length) return fields;
    return { ...fields, content: this.tell(kept) };
  }

  /** All content of calls that was not sent completely. */
  takeUntold(): readonly (readonly [id: string, content: readonly ToolContent[]])[] {
    const untold = [...this.kept.entries()].filter(([, { told, length }]) => told !== length);
    return untold.map(([id, kept]) => [id, this.tell(kept)]);
  }

  private tell(kept: Kept): readonly ToolContent[] {
    kept.told = kept.length;
    return kept.items;
  }

  private of(id: string): Kept {
    const known = this.kept.get(id);
    if (known) return known;
    const kept = { items: [], length: 0, told: 0 };
    this.kept.set(id, kept);
    return kept;
  }
}

function lengthOf(item: ToolContent): number {
  return JSON.stringify(item).length;
}
