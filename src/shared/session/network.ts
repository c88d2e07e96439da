/** A host that a program of a sealed session was not allowed to reach. */
export interface HostRefusal {
  /** A name, or an address without brackets; both as the system writes them. */
  readonly host: string;
  readonly port: number;
  /**
   * `unlisted`: it is in no list of hosts. `private`: it is this computer or in a private network.
   * `special`: it is an address for a special purpose, such as that of a cloud's metadata.
   */
  readonly reason: 'unlisted' | 'private' | 'special';
  /** The address that a listed name led to. */
  readonly address?: string;
  /** The entry of a list by which it would be allowed; null if no name may lead there. */
  readonly rule: string | null;
}

/** Nobody would read more. */
export const REFUSALS_KEPT = 100;

/** Refusals with the same key count as one. */
export function refusalKey({ host, port, reason }: HostRefusal): string {
  return `${host} ${port} ${reason}`;
}

/** What a session knows about its network: the refused hosts, and what the user has allowed. */
export interface NetworkNews {
  /** The first `REFUSALS_KEPT`, oldest first. */
  readonly refused: readonly HostRefusal[];
  /** Entries of a list of hosts. */
  readonly allowed: readonly string[];
}

export const noNetworkNews: NetworkNews = { refused: [], allowed: [] };

/** Whether a refusal is new and there is room for it. */
export function isNewRefusal({ refused }: NetworkNews, refusal: HostRefusal): boolean {
  const key = refusalKey(refusal);
  return refused.length < REFUSALS_KEPT && refused.every((known) => refusalKey(known) !== key);
}

export function withRefusal(news: NetworkNews, refusal: HostRefusal): NetworkNews {
  return isNewRefusal(news, refusal) ? { ...news, refused: [...news.refused, refusal] } : news;
}

export function withAllowed(news: NetworkNews, rule: string): NetworkNews {
  return news.allowed.includes(rule) ? news : { ...news, allowed: [...news.allowed, rule] };
}

/** The host and port of a refusal, as they are written in an address. */
export function refusedPlace({ host, port }: HostRefusal): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** What was refused, as a sentence. */
export function refusalWords(refusal: HostRefusal): string {
  return `Airlock refused a connection to ${refusedPlace(refusal)}. ${refusalReason(refusal)}`;
}

/** The reason, as the sentence after that. */
export function refusalReason({ reason, address }: HostRefusal): string {
  const what = address === undefined ? 'It' : `It leads to ${address}, which`;
  switch (reason) {
    case 'unlisted':
      return 'It is not a listed host.';
    case 'private':
      return `${what} is your computer or in a private network.`;
    case 'special':
      return `${what} is an address for a special purpose.`;
    default:
      return '';
  }
}
