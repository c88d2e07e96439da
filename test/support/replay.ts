import { onTestFinished } from 'vitest';
import type { AgentConnection, ConnectOptions, MessageChannel } from '#main/agents/connection';
import type { Disposable } from '#main/base/disposable';
import { MemoryChannel } from './memoryChannel';
import { RecordingClient } from './recordingClient';
import type { Frame } from './recordings';
import { type Failure, TranscriptFold } from './transcriptFold';
import { plainOptions } from './wireHarness';

/**
 * Replays a recording on a real connection. The recorder's requests are made through the port, the
 * agent's messages arrive unchanged, and the client answers what the recorder answered. Each of our
 * answers is compared with the recorded one.
 */
export abstract class Replay<Message, Peer extends Disposable> {
  readonly client = new RecordingClient();
  readonly fold = new TranscriptFold(this.client.events);
  /** Our answers that differ from the recorded ones. */
  readonly deviations: string[] = [];
  readonly failures: Failure[] = [];
  protected readonly peer: Peer;
  protected connection: AgentConnection | null = null;
  private readonly channel: MemoryChannel;
  private readonly agentEnd: MemoryChannel;

  constructor(
    protected readonly frames: readonly Frame<Message>[],
    createPeer: (agentEnd: MessageChannel) => Peer,
  ) {
    [this.channel, this.agentEnd] = MemoryChannel.pair();
    this.peer = createPeer(this.agentEnd);
  }

  async run(): Promise<this> {
    for (const [index, { dir, msg }] of this.frames.entries()) {
      if (dir === 'in') await this.hear(msg, index);
      else await this.say(msg, index);
      this.fold.drain();
    }
    await this.finish();
    return this;
  }

  dispose(): void {
    this.connection?.dispose();
    this.peer.dispose();
    this.channel.dispose();
    this.agentEnd.dispose();
  }

  /** Handles a message from the agent. */
  protected abstract hear(message: Message, index: number): Promise<void>;

  /** Handles a message from the recorder. */
  protected abstract say(message: Message, index: number): Promise<void>;

  /** Called after the last message; open requests may continue. */
  protected async finish(): Promise<void> {
    // Most end with their last line.
  }

  protected get options(): ConnectOptions {
    const { channel, client } = this;
    const { signal } = new AbortController();
    return { ...plainOptions, workingDirectory: '/workspace', channel, client, signal };
  }

  protected failed(method: string): (error: Failure) => void {
    return ({ code, message }) => void this.failures.push({ method, code, message });
  }

  /** The recorder's answer to this message, which is further down. */
  protected answerTo(index: number, isAnswer: (message: Message) => boolean): Message | undefined {
    return this.frames.slice(index).find(({ dir, msg }) => dir === 'out' && isAnswer(msg))?.msg;
  }
}

/** Replays a recording to its end; disposed of with the test. */
export async function played<R extends { run(): Promise<R>; dispose(): void }>(
  replay: R,
): Promise<R> {
  onTestFinished(() => replay.dispose());
  return replay.run();
}
