/** A disposable that nobody disposed or owns, with the place that created it. */
export interface Leak {
  readonly value: object;
  readonly stack: string;
}

interface Entry {
  readonly origin: Error;
  owner: Entry | 'outside' | undefined;
  disposed: boolean;
}

let installed: DisposableTracker | undefined;

/**
 * Watches disposables while installed. An item in a store is not a separate leak: the store is.
 * Items of an owner that was created before the tracker was installed are not watched.
 */
export class DisposableTracker {
  private readonly entries = new Map<object, Entry>();
  private shadowed: DisposableTracker | undefined;

  /** Installs the tracker. An earlier tracker sees nothing until this one is uninstalled. */
  install(): void {
    this.shadowed = installed;
    installed = this;
  }

  uninstall(): void {
    if (installed !== this) throw new Error('Trackers are uninstalled newest first.');
    installed = this.shadowed;
  }

  leaks(): Leak[] {
    return [...this.entries]
      .filter(([, entry]) => isOrphan(entry))
      .map(([value, { origin }]) => ({
        value,
        // Created only when read, because that is slow and some callers only count.
        get stack() {
          return origin.stack ?? '';
        },
      }));
  }

  created(value: object): void {
    const origin = new Error(`${value.constructor.name} created`);
    Error.captureStackTrace(origin, this.created);
    this.entries.set(value, { origin, owner: undefined, disposed: false });
  }

  owned(value: object, owner: object | undefined): void {
    const entry = this.entries.get(value);
    if (!entry) return;
    entry.owner = owner && (this.entries.get(owner) ?? 'outside');
  }

  disposed(value: object): void {
    const entry = this.entries.get(value);
    if (entry) entry.disposed = true;
    this.entries.delete(value);
  }
}

function isOrphan({ owner }: Entry): boolean {
  return owner === undefined || (owner !== 'outside' && owner.disposed);
}

export function trackCreated(value: object): void {
  installed?.created(value);
}

export function trackOwner(value: object, owner: object | undefined): void {
  installed?.owned(value, owner);
}

export function trackDisposed(value: object): void {
  installed?.disposed(value);
}
