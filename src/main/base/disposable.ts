import { trackCreated, trackDisposed, trackOwner } from './disposableTracker';

/**
 * Something that holds a resource until it is disposed. Disposing it twice has no further effect.
 */
export interface Disposable {
  dispose(): void;
  [Symbol.dispose](): void;
}

/** The type that stores accept, because objects of other libraries seldom have the symbol. */
export type HasDispose = Pick<Disposable, 'dispose'>;

export function toDisposable(release: () => void): Disposable {
  return new ReleaseOnce(release);
}

/** Disposes every item, even after one throws; then throws an AggregateError with all errors. */
export function disposeAll(items: Iterable<HasDispose>): void {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      item.dispose();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Disposing failed.');
}

abstract class TrackedDisposable implements Disposable {
  private disposed = false;

  constructor() {
    trackCreated(this);
  }

  get isDisposed(): boolean {
    return this.disposed;
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    trackDisposed(this);
    this.release();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  protected abstract release(): void;

  /** False if this is already disposed: the item came too late and is disposed at once. */
  protected own(item: HasDispose): boolean {
    if (!this.disposed) {
      trackOwner(item, this);
      return true;
    }
    const warning = new Error(`${this.constructor.name} was disposed before it was given an item.`);
    warning.name = 'DisposedOwnerWarning';
    process.emitWarning(warning);
    item.dispose();
    return false;
  }
}

class ReleaseOnce extends TrackedDisposable {
  constructor(private readonly callback: () => void) {
    super();
  }

  protected release(): void {
    this.callback();
  }
}

/**
 * Owns items and disposes them together, newest first, because later ones may depend on earlier
 * ones.
 */
export class DisposableStore extends TrackedDisposable {
  private readonly items = new Set<HasDispose>();

  get size(): number {
    return this.items.size;
  }

  add<T extends HasDispose>(item: T): T {
    if (this.own(item)) this.items.add(item);
    return item;
  }

  /** Disposes one item before the rest. */
  delete(item: HasDispose): void {
    if (this.items.delete(item)) item.dispose();
  }

  /** Disposes the items; the store stays usable. */
  clear(): void {
    const items = [...this.items].reverse();
    this.items.clear();
    disposeAll(items);
  }

  protected release(): void {
    this.clear();
  }
}

/** Owns one replaceable item. */
export class MutableDisposable<T extends HasDispose> extends TrackedDisposable {
  private current: T | undefined;

  get value(): T | undefined {
    return this.current;
  }

  set value(next: T | undefined) {
    if (next === this.current) return;
    if (next && !this.own(next)) return;
    const previous = this.current;
    this.current = next;
    previous?.dispose();
  }

  clear(): void {
    this.value = undefined;
  }

  protected release(): void {
    this.clear();
  }
}

/** Owns one item per key. */
export class DisposableMap<K, V extends HasDispose> extends TrackedDisposable {
  private readonly items = new Map<K, V>();

  get size(): number {
    return this.items.size;
  }

  get(key: K): V | undefined {
    return this.items.get(key);
  }

  has(key: K): boolean {
    return this.items.has(key);
  }

  keys(): IterableIterator<K> {
    return this.items.keys();
  }

  values(): IterableIterator<V> {
    return this.items.values();
  }

  [Symbol.iterator](): IterableIterator<[K, V]> {
    return this.items[Symbol.iterator]();
  }

  /** Disposes the item that held the key before. */
  set(key: K, value: V): void {
    const previous = this.items.get(key);
    if (previous === value || !this.own(value)) return;
    this.items.set(key, value);
    previous?.dispose();
  }

  /** Disposes the item under the key; false if there was none. */
  delete(key: K): boolean {
    const value = this.take(key);
    value?.dispose();
    return value !== undefined;
  }

  /** Hands the item over to the caller, undisposed. */
  take(key: K): V | undefined {
    const value = this.items.get(key);
    if (value && this.items.delete(key)) trackOwner(value, undefined);
    return value;
  }

  clear(): void {
    const values = [...this.items.values()].reverse();
    this.items.clear();
    disposeAll(values);
  }

  protected release(): void {
    this.clear();
  }
}

/** Base class for owners of disposables: registered items are disposed with the object. */
export abstract class DisposableOwner extends TrackedDisposable {
  private readonly owned = new DisposableStore();

  constructor() {
    super();
    trackOwner(this.owned, this);
  }

  protected register<T extends HasDispose>(item: T): T {
    return this.owned.add(item);
  }

  protected release(): void {
    this.owned.dispose();
  }
}
