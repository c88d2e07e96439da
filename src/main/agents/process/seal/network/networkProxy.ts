import { lookup } from 'node:dns/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, isIP, type Server, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import { DisposableOwner } from '#main/base/disposable';
import { type AddressKind, addressKind } from '#main/base/network/addressKind';
import { bracketed, type Destination, type Permit, ruleFor } from '#main/base/network/hostRule';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import type { HostRefusal } from '#shared/session/network';
import { endToEnd, forwardedRequest, tunnelDestination } from './proxyRequest';

const CONNECTIONS = 128;
const HEADER_BYTES = 16_384;
/** The longest pause on a connection: a model may think for minutes before it answers. */
const IDLE_MILLISECONDS = 15 * 60_000;
const CONNECT_MILLISECONDS = 15_000;
/** Time for a refused client to read the reason and end the connection. */
const LINGER_MILLISECONDS = 5_000;
/** The number of addresses that are tried for a host with many. */
const ADDRESSES_TRIED = 4;

/** The system's lookups share threads with file access: slow name lookups get two of them. */
const lookups = new Queue({ limit: 2 });

export interface NetworkProxyOptions {
  permit(destination: Destination): Permit | null;
  onRefused(refusal: HostRefusal): void;
  /** The addresses of a name; the system's by default. */
  resolve?(host: string): Promise<readonly string[]>;
}

type Admission =
  | { readonly type: 'admitted'; readonly addresses: readonly string[] }
  | { readonly type: 'answered'; readonly status: 403 | 502; readonly words: string };

/**
 * I26: the only way out of a seal with limited hosts: an HTTP proxy that connects to listed hosts,
 * and only to an address that it has checked itself. It records only the hosts that it refuses;
 * paths, headers and bodies are private.
 */
export class NetworkProxy extends DisposableOwner {
  private readonly sockets = new Set<Socket>();
  private readonly http = createServer({ maxHeaderSize: HEADER_BYTES, requireHostHeader: false });

  /** Takes over the server, which listens inside the seal. */
  constructor(
    private readonly server: Server,
    private readonly options: NetworkProxyOptions,
  ) {
    super();
    server.maxConnections = CONNECTIONS;
    // A client that has finished sending may still wait for the answer.
    (server as Server & { allowHalfOpen: boolean }).allowHalfOpen = true;
    server.on('connection', (socket) => {
      this.keep(socket);
      this.http.emit('connection', socket);
    });
    // After an error the server accepts no connection, which is safe.
    server.on('error', onUnexpectedError);
    this.http.timeout = IDLE_MILLISECONDS;
    this.http.on('request', (asked, answer) => {
      this.forward(asked, answer).catch((error: unknown) => {
        answer.destroy();
        onUnexpectedError(error);
      });
    });
    this.http.on('connect', (asked, socket, first) => {
      this.tunnel(asked, socket, first).catch((error: unknown) => {
        socket.destroy();
        onUnexpectedError(error);
      });
    });
    this.http.on('clientError', (_, socket) => answerOn(socket, 400, UNCLEAR));
  }

  protected override release(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    this.http.close();
    super.release();
  }

  private async tunnel(asked: IncomingMessage, socket: Duplex, first: Buffer): Promise<void> {
    const destination = tunnelDestination(asked);
    if (destination === null) return answerOn(socket, 400, UNCLEAR);
    // An error closes the socket, and the other socket with it.
    socket.on('error', () => undefined);
    const reached = await this.reach(destination);
    if (!('socket' in reached)) return answerOn(socket, reached.status, reached.words);
    const target = reached.socket;
    if (socket.destroyed) return void target.destroy();
    socket.once('close', () => target.destroy());
    target.once('close', () => socket.destroy());
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (first.length > 0) target.write(first);
    socket.pipe(target);
    target.pipe(socket);
  }

  private async forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const forwarded = forwardedRequest(asked);
    if (forwarded === null) return refuse(answer, 400, UNCLEAR);
    const reached = await this.reach(forwarded.destination);
    if (!('socket' in reached)) return refuse(answer, reached.status, reached.words);
    const { socket } = reached;
    if (answer.destroyed) return void socket.destroy();
    const sent = request({
      createConnection: () => socket,
      method: asked.method ?? 'GET',
      path: forwarded.path,
      headers: forwarded.headers,
      setHost: false,
      maxHeaderSize: HEADER_BYTES,
    });
    answer.once('close', () => socket.destroy());
    sent.once('error', () => {
      if (answer.headersSent) answer.destroy();
      else refuse(answer, 502, NO_ANSWER);
    });
    sent.once('response', (got) => {
      got.once('error', () => answer.destroy());
      const headers = [...endToEnd(got.rawHeaders)];
      answer.writeHead(got.statusCode ?? 502, got.statusMessage ?? '', headers);
      got.pipe(answer);
    });
    asked.pipe(sent);
  }

  /** A connection to the destination, or the answer to send instead. */
  private async reach(
    destination: Destination,
  ): Promise<{ readonly socket: Socket } | Extract<Admission, { type: 'answered' }>> {
    const admission = await this.admit(destination);
    if (admission.type === 'answered') return admission;
    for (const address of admission.addresses.slice(0, ADDRESSES_TRIED)) {
      if (this.isDisposed) break;
      const socket = await this.connectTo(address, destination.port);
      if (socket !== null) return { socket };
    }
    return { type: 'answered', status: 502, words: NO_ANSWER };
  }

  private async admit(destination: Destination): Promise<Admission> {
    const { host, port } = destination;
    const permit = this.options.permit(destination);
    const isAddress = isIP(host) !== 0;
    if (permit === null) {
      // A name that is not listed is not looked up: the lookup itself would reveal it to others.
      const kind = isAddress ? kindHere(host) : 'public';
      const reason = kind === 'public' ? 'unlisted' : kind;
      const rule = ruleFor(destination, kind === 'public' ? 'public' : 'explicit');
      return this.refused({ host, port, reason, rule });
    }
    let found: readonly string[];
    try {
      found = isAddress ? [host] : await (this.options.resolve ?? addressesOf)(host);
    } catch {
      return { type: 'answered', status: 502, words: `${host} could not be found.` };
    }
    const kinds = found.map((address) => ({ address, kind: kindHere(address) }));
    const isFit = (kind: AddressKind) =>
      kind === 'public' || (permit === 'explicit' && (isAddress || kind === 'private'));
    const addresses = kinds.filter(({ kind }) => isFit(kind)).map(({ address }) => address);
    const [first] = kinds;
    if (addresses.length > 0 || first === undefined) return { type: 'admitted', addresses };
    const isPrivate = kinds.some(({ kind }) => kind === 'private');
    return this.refused({
      ...destination,
      address: first.address,
      ...(isPrivate
        ? { reason: 'private', rule: ruleFor(destination, 'explicit') }
        : { reason: 'special', rule: null }),
    });
  }

  private refused(refusal: HostRefusal): Admission {
    this.options.onRefused(refusal);
    const { host, port, reason } = refusal;
    const why = reason === 'unlisted' ? 'is not listed' : 'is not a public address';
    const words = `Airlock lets this session reach only listed hosts, and ${bracketed(host)}:${port} ${why}. The user can allow it in the session.`;
    return { type: 'answered', status: 403, words };
  }

  /** Connects to the address that was checked, without looking up the name again. */
  private connectTo(address: string, port: number): Promise<Socket | null> {
    const socket = this.keep(connect({ host: address, port, allowHalfOpen: true }));
    socket.setTimeout(CONNECT_MILLISECONDS);
    return new Promise((resolve) => {
      socket.once('close', () => resolve(null));
      socket.once('connect', () => {
        socket.setTimeout(IDLE_MILLISECONDS);
        resolve(socket);
      });
    });
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('timeout', () => socket.destroy());
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  }
}

const UNCLEAR = 'The proxy refused the request because it is ambiguous.';
const NO_ANSWER = 'The host did not answer.';
const reasons = { 400: 'Bad Request', 403: 'Refused by Airlock', 502: 'Bad Gateway' } as const;

function refuse(answer: ServerResponse, status: keyof typeof reasons, words: string): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
  // Also read the rest of the request, so that the response arrives.
  answer.req.resume();
  answer.writeHead(status, reasons[status], headers).end(`${words}\n`);
}

/** Answers in the same way where there is only a connection. */
function answerOn(socket: Duplex, status: keyof typeof reasons, words: string): void {
  if (!socket.writable) return void socket.destroy();
  const body = Buffer.from(`${words}\n`);
  // Keep reading incoming data: otherwise the system would drop the answer when the connection
  // closes.
  socket.resume();
  if (socket instanceof Socket) socket.setTimeout(LINGER_MILLISECONDS);
  socket.end(
    Buffer.concat([
      Buffer.from(
        `HTTP/1.1 ${status} ${reasons[status]}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
      ),
      body,
    ]),
  );
}

async function addressesOf(host: string): Promise<readonly string[]> {
  const found = await lookups.run(() => lookup(host, { all: true }));
  return found.map(({ address }) => address);
}

/**
 * The kind of an address. This computer's public addresses count as loopback, because they lead
 * back to it.
 */
function kindHere(address: string): AddressKind {
  const kind = addressKind(address);
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return kind === 'public' && own.some((entry) => entry.address === address) ? 'private' : kind;
}
