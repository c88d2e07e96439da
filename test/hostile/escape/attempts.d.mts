export interface EscapeWorld {
  readonly home: string;
  readonly project: string;
  readonly modules: string;
  readonly own: string;
  readonly outside: string;
  readonly temporary: string;
  readonly lasting: string;
  readonly shared: string;
  readonly bus: string;
  readonly terminal: string;
  readonly segment: string;
  readonly pid: number;
  readonly signalled: number;
}

export interface EscapeAttempt {
  readonly name: string;
  /** What is changed outside if it succeeds; without it the attempt itself sees whether it did. */
  target?(world: EscapeWorld): string;
  /** It needs root, and is made only where it must be refused. */
  readonly root?: boolean;
}

export const attempts: readonly EscapeAttempt[];
