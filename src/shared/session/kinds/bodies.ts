import { type BlobReference, type Body, isBlobReference } from '../content';

/** Text can be previewed, base64 cannot; text that is shown at once is worth keeping in memory. */
export type BodyKind = 'text' | 'binary' | 'shown';
export type MapBody = (body: Body, kind: BodyKind) => Body;

/** Replaces the bodies of a value. The same value comes back when none changed. */
export type MapBodies<T> = (value: T, map: MapBody) => T;

/** The types of all values inside a value. */
type Parts<T> = T extends string | number | boolean | null | undefined
  ? never
  : T extends readonly (infer Item)[]
    ? Parts<Item>
    : T | { [K in keyof T]: Parts<T[K]> }[keyof T];

/** A function that replaces the bodies, for a type that has any; null for others. */
export type BodiesOf<T> = [Extract<Parts<T>, BlobReference>] extends [never] ? null : MapBodies<T>;

export function mapList<T>(items: readonly T[], map: (item: T) => T): readonly T[] {
  const mapped = items.map(map);
  return mapped.every((item, index) => item === items[index]) ? items : mapped;
}

/** The part of a body that is in the event itself. */
export function bodyText(body: Body | null): string {
  if (body === null) return '';
  return isBlobReference(body) ? (body.preview ?? '') : body;
}
