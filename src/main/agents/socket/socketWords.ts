export const NO_ANSWER = 'The connection was closed because the other side stopped answering.';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

/** A message as one line. In JSON text, line breaks are only layout. */
export function oneLine(data: Buffer): Buffer {
  const line = Buffer.allocUnsafe(data.length + 1);
  data.copy(line);
  for (let index = 0; index < data.length; index++) {
    if (line[index] === LINE_FEED || line[index] === CARRIAGE_RETURN) line[index] = SPACE;
  }
  line[data.length] = LINE_FEED;
  return line;
}

/** Why a connection failed, and what the user can do. */
export function explainError(
  error: Error & { readonly code?: string },
  address: string,
  wasOpen: boolean,
): string {
  const host = URL.canParse(address) ? new URL(address).host : 'the address';
  const { code = '', message } = error;
  if (code === 'ECONNREFUSED') return `Nothing is listening at ${host}. Start the agent there.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `There is no host ${host}. Check the address.`;
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/i.test(code)) {
    return `The certificate of ${host} is not trusted (${code}). If it is your own, start Airlock with NODE_EXTRA_CA_CERTS set to its file.`;
  }
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
    return 'The agent sent a message of more than 16 MiB.';
  if (/handshake has timed out/i.test(message)) return `${host} did not answer in time.`;
  return wasOpen ? `The connection failed: ${message}` : `${host} could not be reached: ${message}`;
}

/** Why the connection was closed; the server's own reason is shown unchanged. */
export function wordsForClose(code: number, reason: string): string {
  const said = reason.slice(0, 200).replace(/\p{Cc}+/gu, ' ');
  const words =
    code === 1000 || code === 1005
      ? 'The connection was closed'
      : `The connection was lost (${code})`;
  return said === '' ? `${words}.` : `${words}: ${said}`;
}
