/** A set of listeners; one may be removed while it is being called. */
export class ListenerSet {
  private readonly listeners = new Set<() => void>();

  get isEmpty(): boolean {
    return this.listeners.size === 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  notify(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
