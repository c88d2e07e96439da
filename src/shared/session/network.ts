/** A host that a program of a sealed session was kept from. */
export interface HostRefusal {
  /** A name, or an address without brackets; both as the system writes them. */
  readonly host: string;
  readonly port: number;
  /**
   * `unlisted`: it is in no list of hosts. `private`: it is this computer or in a private network.
   * `special`: it is an address for a special purpose, such as that of a cloud's metadata.
   */
  readonly reason: 'unlisted' | 'private' | 'special';
  /** Where a listed name led to. */
  readonly address?: string;
  /** The entry of a list by which it would be allowed; null if no name may lead there. */
  readonly rule: string | null;
}

/** As many as anybody reads. */
export const REFUSALS_KEPT = 100;

/** Which of them are one. */
export function refusalKey({ host, port, reason }: HostRefusal): string {
  return `${host} ${port} ${reason}`;
}
