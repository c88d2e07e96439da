import { onTestFinished } from 'vitest';
import type { AgentConnection } from '#main/agents/connection';
import { connect } from '#main/agents/wires/acp/connect';
import { toDisposable } from '#main/base/disposable';
import type { ContentBlock } from '#shared/session/content';
import type { RecordingClient } from './recordingClient';
import { wireHarness } from './wireHarness';

/** An agent of the SDK's, of either version. */
interface SdkAgent<Message> {
  connect(stream: {
    readonly readable: ReadableStream<Message>;
    readonly writable: WritableStream<Message>;
  }): { close(): void };
}

/** What a user can say, one of each kind. */
export const everyBlock: readonly ContentBlock[] = [
  { type: 'text', text: 'go' },
  { type: 'image', data: 'AA==', mimeType: 'image/png' },
  { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
  { type: 'link', uri: 'file:///a', name: 'a' },
  { type: 'resource', uri: 'file:///b', text: 'b' },
];

/** Connects to the SDK's own agent side, whose schemas check everything that we send. */
export async function connectToSdk<Message extends object>(
  app: SdkAgent<Message>,
  options: { readonly draft?: boolean } = {},
): Promise<{ readonly connection: AgentConnection; readonly client: RecordingClient }> {
  const { client, connect: begin } = wireHarness(connect, (agentEnd) => {
    const readable = new ReadableStream<Message>({
      start: (controller) => {
        const listening = agentEnd.onMessage((message) => controller.enqueue(message as Message));
        onTestFinished(() => listening.dispose());
      },
    });
    const writable = new WritableStream<Message>({ write: (message) => agentEnd.send(message) });
    const agent = app.connect({ readable, writable });
    return toDisposable(() => agent.close());
  });
  return { client, connection: await begin({ ...options, clientVersion: '1.2.3' }) };
}
