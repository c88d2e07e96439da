import { onTestFinished } from 'vitest';
import type { AgentConnection, MessageChannel } from '#main/agents/connection';
import { connect } from '#main/agents/wires/acp/connect';
import { type Disposable, toDisposable } from '#main/base/disposable';
import type { ContentBlock } from '#shared/session/content';
import type { RecordingClient } from './recordingClient';
import { wireHarness } from './wireHarness';

interface SdkStream<Message> {
  readonly readable: ReadableStream<Message>;
  readonly writable: WritableStream<Message>;
}

/** An agent or a client from the SDK, of either version. */
interface SdkApp<Message> {
  connect(stream: SdkStream<Message>): { close(): void };
}

/** One content block of each kind that a user can send. */
export const everyBlock: readonly ContentBlock[] = [
  { type: 'text', text: 'go' },
  { type: 'image', data: 'AA==', mimeType: 'image/png' },
  { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
  { type: 'link', uri: 'file:///a', name: 'a' },
  { type: 'resource', uri: 'file:///b', text: 'b' },
];

/** Connects an app from the SDK to one end of a channel. */
export function connectSdk<Message extends object>(
  app: SdkApp<Message>,
  end: MessageChannel,
): Disposable {
  const readable = new ReadableStream<Message>({
    start: (controller) => {
      const listening = end.onMessage((message) => controller.enqueue(message as Message));
      onTestFinished(() => listening.dispose());
    },
  });
  const writable = new WritableStream<Message>({ write: (message) => end.send(message) });
  const connected = app.connect({ readable, writable });
  return toDisposable(() => connected.close());
}

/** Connects to the SDK's own agent side, whose schemas check everything that we send. */
export async function connectToSdk<Message extends object>(
  app: SdkApp<Message>,
  options: { readonly draft?: boolean } = {},
): Promise<{ readonly connection: AgentConnection; readonly client: RecordingClient }> {
  const { client, connect: begin } = wireHarness(connect, (agentEnd) => connectSdk(app, agentEnd));
  return { client, connection: await begin({ ...options, clientVersion: '1.2.3' }) };
}
