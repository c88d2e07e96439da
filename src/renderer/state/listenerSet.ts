/** Who wants to be told; a listener may leave while it is being told. */
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
