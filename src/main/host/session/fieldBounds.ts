import { cutText } from '#main/base/cutText';
import type { NoteId } from '#shared/ids';
import type { SessionEvent, SessionEventType } from '#shared/session/events';
import type {
  Bound,
  BoundedFields,
  BoundedList,
  BoundedVariants,
} from '#shared/session/kinds/bounds';
import { eventKind } from '#shared/session/kinds/eventKinds';

/** A list of which only the beginning was kept. */
interface CutList {
  readonly field: string;
  readonly kept: number;
  readonly count: number;
}

export interface BoundedEvent {
  readonly event: SessionEvent;
  readonly cuts: readonly CutList[];
}

const noCuts: readonly CutList[] = [];

/** The event with every field within its bound; a text that was cut says so itself. */
export function boundEvent(event: SessionEvent): BoundedEvent {
  const fields = eventKind(event)?.bounds ?? null;
  if (fields === null) return { event, cuts: noCuts };
  const cuts: CutList[] = [];
  const bounded = boundFields(event, fields, cuts) as SessionEvent;
  return { event: bounded, cuts: cuts.length === 0 ? noCuts : cuts };
}

/** A notice that a list was cut; under the same id each time, so that it appears once. */
export function cutNotice(type: SessionEventType, { field, kept, count }: CutList): SessionEvent {
  return {
    type: 'notice.posted',
    noteId: `cut-${type}-${field}` as NoteId,
    severity: 'warning',
    title: `The agent sent ${amount(count)} ${field}. Only the first ${amount(kept)} are kept.`,
  };
}

function boundFields(value: object, fields: BoundedFields, cuts: CutList[]): object {
  let changed: Record<string, unknown> | null = null;
  for (const field in fields) {
    const before: unknown = value[field as keyof typeof value];
    if (before === undefined || before === null) continue;
    const after = boundValue(field, before, fields[field] as Bound, cuts);
    if (after === before) continue;
    changed ??= { ...value };
    changed[field] = after;
  }
  return changed ?? value;
}

function boundValue(field: string, value: unknown, bound: Bound, cuts: CutList[]): unknown {
  if (typeof bound === 'number') return typeof value === 'string' ? cutField(value, bound) : value;
  if (Array.isArray(value)) {
    return isList(bound) ? boundItems(field, value, bound, cuts) : value;
  }
  if (typeof value !== 'object' || value === null || isList(bound)) return value;
  if (!isByType(bound)) return boundFields(value, bound, cuts);
  const { type } = value as { readonly type?: unknown };
  const fields = typeof type === 'string' ? bound.byType.get(type) : undefined;
  return fields === undefined ? value : boundFields(value, fields, cuts);
}

function boundItems(
  field: string,
  items: readonly unknown[],
  { most, of }: BoundedList,
  cuts: CutList[],
): readonly unknown[] {
  if (items.length > most) cuts.push({ field, kept: most, count: items.length });
  const kept = items.length > most ? items.slice(0, most) : items;
  const bounded = kept.map((item) => boundValue(field, item, of, cuts));
  return bounded.every((item, index) => item === kept[index]) ? kept : bounded;
}

function isList(bound: Exclude<Bound, number>): bound is BoundedList {
  return 'of' in bound && typeof bound.most === 'number';
}

function isByType(bound: BoundedVariants | BoundedFields): bound is BoundedVariants {
  return bound.byType instanceof Map;
}

function cutField(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${cutText(text, length)} (cut, ${amount(text.length)} characters)`;
}

function amount(count: number): string {
  return count.toLocaleString('en');
}
