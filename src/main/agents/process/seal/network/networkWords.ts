import type { SealedNetwork } from '#shared/seal';

/** The number of hosts that are named; the rest are only counted. */
const NAMED = 6;

/** What a sealed agent can reach, as the last sentences about its seal. */
export function networkWords(network: SealedNetwork): string {
  switch (network.type) {
    case 'open':
      return `It can read system files and reach the network, ${LOCAL}.`;
    case 'open-until-restart':
      return `It can read system files and reach the network, ${LOCAL}. Its hosts were limited after it was started: restart it for this to apply.`;
    case 'hosts':
      return `It can read system files and reach ${hostsInWords(network.hosts.map(({ rule }) => rule))}. Other programs on this computer are out of its reach, those on abstract sockets included.`;
  }
}

const LOCAL =
  'and with it programs on this computer that listen there or on abstract sockets, such as the X server';

function hostsInWords(rules: readonly string[]): string {
  if (rules.length === 0) return 'no host at all';
  const named = rules.slice(0, NAMED);
  const more = rules.length - named.length;
  const others =
    more === 0 ? [] : [`${more} ${more === 1 ? 'other' : 'others'} that are listed below`];
  const parts = [...named, ...others];
  const last = parts.pop();
  const list = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  return `only ${rules.length === 1 ? 'this host' : 'these hosts'}: ${list}`;
}
