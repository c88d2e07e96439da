import { Agent } from 'node:https';
import process from 'node:process';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';
import { ADDRESS_VARIABLE, HEADERS_VARIABLE, socketHeaders } from './socketHeaders';
import { explainError, NO_ANSWER, oneLine, wordsForClose } from './socketWords';

/**
 * The program that represents an agent at a WebSocket address: each line on its standard streams is
 * one message there. It is a separate process like any agent, so that the same limits apply to its
 * output. It ends with its connection.
 */

/** The limit for a line of any agent. */
const MESSAGE_BYTES = 16 * 1024 * 1024;
const HANDSHAKE_MILLISECONDS = 20_000;
/**
 * The ping interval. A connection that is silent for two intervals counts as ended, because a
 * client is not told when a network fails.
 */
const PING_MILLISECONDS = 30_000;
/** Bytes sent but not yet taken by the server. Above this, nothing more is read from Airlock. */
const QUEUED_BYTES = 4 * 1024 * 1024;
const CLOSE_MILLISECONDS = 1_000;

const EXIT_FAILED = 69;

const address = process.env[ADDRESS_VARIABLE] ?? '';
const headers = socketHeaders(process.env[HEADERS_VARIABLE] ?? '{}', process.env);
const socket = new WebSocket(address, {
  headers,
  // Uses HTTPS_PROXY, unless NO_PROXY names the host. Unencrypted connections use no proxy.
  ...(/^wss:/i.test(address) && { agent: new Agent({ proxyEnv: process.env }) }),
  maxPayload: MESSAGE_BYTES,
  handshakeTimeout: HANDSHAKE_MILLISECONDS,
  perMessageDeflate: false,
  // Certificates are checked whatever NODE_TLS_REJECT_UNAUTHORIZED says.
  rejectUnauthorized: true,
  autoPong: false,
  // Headers with keys go only to the address that the user wrote.
  followRedirects: false,
});
let isOpen = false;
let isAlive = true;
let isOver = false;

/**
 * Ends the program. Only the first reason counts: later ones, such as the end of the connection,
 * are its results.
 */
function end(words: string, code: number): void {
  if (isOver) return;
  isOver = true;
  process.stderr.write(`${words}\n`);
  process.exitCode = code;
  socket.terminate();
  // Exit only after the streams are written out.
  process.stdout.end(() => process.exit());
}

socket.on('open', () => {
  isOpen = true;
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    socket.send(line, () => {
      if (socket.bufferedAmount <= QUEUED_BYTES) lines.resume();
    });
    if (socket.bufferedAmount > QUEUED_BYTES) lines.pause();
  });
  lines.on('close', () => {
    socket.close(1000);
    setTimeout(() => socket.terminate(), CLOSE_MILLISECONDS).unref();
  });
  setInterval(() => {
    if (!isAlive) end(NO_ANSWER, EXIT_FAILED);
    isAlive = false;
    socket.ping();
  }, PING_MILLISECONDS).unref();
});

socket.on('pong', () => {
  isAlive = true;
});

// A server that sends pings without reading the answers gets no more answers.
socket.on('ping', (data: Buffer) => {
  if (socket.bufferedAmount <= QUEUED_BYTES) socket.pong(data);
});

socket.on('message', (data: Buffer, isBinary: boolean) => {
  isAlive = true;
  if (isBinary) {
    process.stderr.write('A message that is not text was left out.\n');
    return;
  }
  if (process.stdout.write(oneLine(data))) return;
  socket.pause();
  process.stdout.once('drain', () => socket.resume());
});

socket.on('unexpected-response', (_request, { statusCode }) => {
  end(`The address answered with ${statusCode} instead of a WebSocket.`, EXIT_FAILED);
});
socket.on('error', (error) => end(explainError(error, address, isOpen), EXIT_FAILED));
socket.on('close', (code, reason) =>
  end(wordsForClose(code, reason.toString('utf8')), code === 1000 ? 0 : EXIT_FAILED),
);
// Airlock is gone, or no longer needs the agent.
process.stdout.on('error', () => process.exit(EXIT_FAILED));
if (!address) end('No address was given.', EXIT_FAILED);
process.stdin.on('end', () => {
  if (!isOpen) process.exit(0);
});
