import { isIP } from 'node:net';
import { fail, ok, type Result } from '#shared/errors';

/** A program's destination. The host has the canonical form that `canonicalHost` returns. */
export interface Destination {
  readonly host: string;
  readonly port: number;
}

/** One entry of a list of hosts. */
export interface HostRule {
  /** The host in canonical form; for a wildcard, the part after `*.`. */
  readonly host: string;
  readonly isWildcard: boolean;
  /** The port; null for the usual ones. */
  readonly port: number | null;
}

/** The ports of an entry without a port. */
const USUAL_PORTS: readonly number[] = [443, 80];

const HOST_CHARACTERS = 253;

/**
 * The canonical form of a host: lower case, names in other scripts as punycode, no dot at the end,
 * and addresses as the system writes them, whatever their spelling (`0x7f.1` is `127.0.0.1`). An
 * IPv6 address has no brackets. Null for text that is not a host, such as one with a user name or a
 * path.
 */
export function canonicalHost(text: string): string | null {
  // The parser below would drop these characters, or not treat them as part of the host.
  if (text === '' || text.length > 1_000 || /[\s\p{Cc}\p{Cf}/\\?#@%<>^|]/u.test(text)) return null;
  const isBracketed = /^\[[\da-f:.]+\]$/i.test(text);
  if (!isBracketed && /[:[\]]/.test(text)) return null;
  const url = URL.parse(`http://${text}/`);
  if (url === null) return null;
  const host = isBracketed ? url.hostname.slice(1, -1) : url.hostname.replace(/\.$/, '');
  if (isBracketed || isIP(host) !== 0) return host;
  const isName = host.split('.').every((label) => /^[a-z\d_-]{1,63}$/.test(label));
  return isName && host.length <= HOST_CHARACTERS ? host : null;
}

/**
 * Parses `host:port`, with brackets around an IPv6 address. Without a port, the usual one applies.
 */
export function parseDestination(text: string, usualPort: number | null): Destination | null {
  const [, hostText = '', portText] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = canonicalHost(hostText);
  const port = portText === undefined ? usualPort : Number(portText);
  return host !== null && port !== null && isPort(port) ? { host, port } : null;
}

/** Parses one entry of a list of hosts as a user writes it; an error says what is wrong with it. */
export function parseHostRule(text: string): Result<HostRule> {
  const [, star, hostText = '', portText] =
    /^(\*\.)?(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(text) ?? [];
  const host = canonicalHost(hostText);
  const port = portText === undefined ? null : Number(portText);
  if (portText !== undefined && (!/^\d{1,5}$/.test(portText) || !isPort(Number(portText)))) {
    return fail('invalid-input', `${shown(text)} has no valid port: it is a number up to 65535.`);
  }
  if (host === null) {
    const message = `${shown(text)} is not a host. Write one such as example.com, *.example.com, example.com:8443 or [::1]:8080.`;
    return fail('invalid-input', message);
  }
  const isAddress = isIP(host) !== 0;
  if (isAddress && star !== undefined) {
    return fail('invalid-input', `${shown(text)} is an address, which has no subdomains.`);
  }
  // Otherwise a reader might mistake it for another address or a name.
  if (isAddress && bare(hostText) !== host) {
    return fail('invalid-input', `Write ${shown(text)} as ${bracketed(host)}.`);
  }
  if (star !== undefined && !host.includes('.')) {
    const message = `${shown(text)} would allow too much. A wildcard needs at least two labels, as in *.example.com.`;
    return fail('invalid-input', message);
  }
  return ok({ host, isWildcard: star !== undefined, port });
}

/** How a list of hosts permits a destination; null if the destination is not in it. */
export type Permit =
  /** Permitted only if its address is public. */
  | 'public'
  /** Named exactly and with its port: its address may also be private. */
  | 'explicit';

export function permitOf(rules: readonly HostRule[], { host, port }: Destination): Permit | null {
  const fitting = rules.filter((rule) => {
    const isHost = rule.isWildcard ? isSubdomain(host, rule.host) : rule.host === host;
    return isHost && (rule.port === null ? USUAL_PORTS.includes(port) : rule.port === port);
  });
  if (fitting.length === 0) return null;
  const isExplicit = fitting.some((rule) => !rule.isWildcard && rule.port !== null);
  return isExplicit ? 'explicit' : 'public';
}

/** The narrowest entry that would permit a refused destination. */
export function ruleFor({ host, port }: Destination, permit: Permit): string {
  const isUsual = permit === 'public' && USUAL_PORTS.includes(port);
  return isUsual ? bracketed(host) : `${bracketed(host)}:${port}`;
}

export function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

function bare(text: string): string {
  return text.replace(/^\[|\]$/g, '').toLowerCase();
}

function isSubdomain(host: string, parent: string): boolean {
  return isIP(host) === 0 && host.endsWith(`.${parent}`);
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}

/** The text as part of a sentence. */
function shown(text: string): string {
  return `“${text.length > 80 ? `${text.slice(0, 80)}…` : text}”`;
}
