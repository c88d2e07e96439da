import { onTestFinished } from 'vitest';
import type { AgentConnection, ConnectOptions, MessageChannel } from '#main/agents/connection';
import type { Disposable } from '#main/base/disposable';
import { MemoryChannel } from './memoryChannel';
import { RecordingClient } from './recordingClient';
import type { Frame } from './recordings';
import { type Failure, TranscriptFold } from './transcriptFold';
import { plainOptions } from './wireHarness';

/**
 * Plays a recording against a real connection: what the recorder asked is asked through the port,
 * what the agent said comes in as it was, and what the recorder answered is what the client says.
 * Each answer of ours is compared with the recorded one.
 */
export abstract class Replay<Message, Peer extends Disposable> {
  readonly client = new RecordingClient();
  readonly fold = new TranscriptFold(this.client.events);
  /** Answers of ours that are not those that were recorded. */
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

  /** The agent said this. */
  protected abstract hear(message: Message, index: number): Promise<void>;

  /** The recorder said this. */
  protected abstract say(message: Message, index: number): Promise<void>;

  /** All has been said; what was begun may go on. */
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

  /** What the recorder said to this, which stands further down. */
  protected answerTo(index: number, isAnswer: (message: Message) => boolean): Message | undefined {
    return this.frames.slice(index).find(({ dir, msg }) => dir === 'out' && isAnswer(msg))?.msg;
  }
}

/** Plays it to its end; it goes with the test. */
export async function played<R extends { run(): Promise<R>; dispose(): void }>(
  replay: R,
): Promise<R> {
  onTestFinished(() => replay.dispose());
  return replay.run();
}
