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
  /** Of listeners on this computer: one that no list of hosts has, over TCP and UDP, and one that is listed. */
  readonly port: number;
  readonly datagrams: number;
  readonly listed: number;
  /** The name of an abstract socket, without the zero byte that it begins with. */
  readonly abstract: string;
  /** An address of this computer. */
  readonly address: string;
}

export interface EscapeAttempt {
  readonly name: string;
  /** What is changed outside if it succeeds; without it the attempt itself sees whether it did. */
  target?(world: EscapeWorld): string;
  /** It needs root, and is made only where it must be refused. */
  readonly root?: boolean;
  /** It must be refused only where the hosts are limited. */
  readonly network?: boolean;
}

export const attempts: readonly EscapeAttempt[];
