import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type Disposable, DisposableMap, DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { ReadOnlyFileError } from '#main/base/files/atomicFile';
import { KeptFile, type ReportProblem } from '#main/base/files/keptFile';
import { Queue } from '#main/base/queue';
import type { SecretBox } from '#main/base/secrets/secretBox';
import { isPlainSecret } from '#main/base/secrets/secretNames';
import { secretValues } from '#main/base/secrets/secretValues';
import { AppException, fail, ok, type Result } from '#shared/errors';
import type { AgentId } from '#shared/ids';

/** The most secrets that are kept: everything that is logged is searched for each of them. */
const KEPT_SECRETS = 200;

const entry = z.object({ agent: z.string(), name: z.string(), locked: z.base64() });
const schema = z.object({ v: z.literal(1), secrets: z.array(entry) });
type Entry = z.infer<typeof entry>;

interface Secret {
  readonly agent: string;
  readonly name: string;
  /** The secret; null if the key store can no longer decrypt it. */
  readonly value: string | null;
  /** The encrypted value as stored in the file; null if the secret is only in memory. */
  readonly locked: string | null;
}

const NO_BOX: SecretBox = {
  problem: () => 'This system has no key store that Airlock can use.',
  lock: () => Buffer.alloc(0),
  unlock: () => null,
};

/**
 * Secrets that agents get as environment variables. The system's key store encrypts them. Without a
 * key store they stay in memory until the app ends. None of them is ever logged.
 */
export class AgentSecrets extends DisposableOwner {
  private readonly changes = this.register(new Emitter<AgentId>());
  readonly onDidChange = this.changes.event;
  private readonly redacted = this.register(new DisposableMap<string, Disposable>());
  private readonly writes = new Queue();
  private readonly file: KeptFile<readonly Entry[]>;
  private secrets: readonly Secret[] = [];

  private constructor(
    private readonly path: string,
    private readonly box: SecretBox,
    onProblem: ReportProblem,
  ) {
    super();
    const parse = (value: unknown) => schema.safeParse(value).data?.secrets ?? null;
    this.file = new KeptFile({ path, version: 1, parse, onProblem });
  }

  static async open(
    path: string,
    box: SecretBox | undefined,
    onProblem: ReportProblem,
  ): Promise<AgentSecrets> {
    const secrets = new AgentSecrets(path, box ?? NO_BOX, onProblem);
    const kept = await secrets.file.read();
    if (kept.type === 'found') secrets.take(kept.value);
    return secrets;
  }

  /** Why secrets are kept only in memory; null if they are kept on disk. */
  get problem(): string | null {
    return this.box.problem();
  }

  names(agent: AgentId): readonly { readonly name: string; readonly isReadable: boolean }[] {
    return this.of(agent).map(({ name, value }) => ({ name, isReadable: value !== null }));
  }

  /** The secret variables that the agent gets. */
  variables(agent: AgentId): Readonly<Record<string, string>> {
    return Object.fromEntries(
      this.of(agent).flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
    );
  }

  /** Settles when the secret is on disk, or at once if there is no key store. */
  async set(agent: AgentId, name: string, value: string): Promise<Result<null>> {
    if (this.secrets.length >= KEPT_SECRETS && !this.of(agent).some((one) => one.name === name)) {
      return fail('refused', `Airlock keeps at most ${KEPT_SECRETS} secrets. Remove one first.`);
    }
    const locked = this.problem === null ? this.box.lock(value).toString('base64') : null;
    return this.change(agent, name, { agent, name, value, locked });
  }

  remove(agent: AgentId, name: string): Promise<Result<null>> {
    return this.change(agent, name, null);
  }

  /**
   * Keeps the variables from the settings that look like secrets, and then removes them from the
   * settings. Only variables that were kept are removed.
   */
  async move(
    agent: AgentId,
    env: Readonly<Record<string, string>>,
    drop: (names: readonly string[]) => Promise<Result<unknown>>,
  ): Promise<Result<{ moved: readonly string[] }>> {
    const { problem } = this;
    if (problem !== null) return fail('unavailable', `The secrets stay where they are. ${problem}`);
    const kept = await this.keep(agent, env);
    if (!kept.ok) return kept;
    const names = Object.keys(env).filter((name) => !Object.hasOwn(kept.value.env, name));
    const dropped = names.length === 0 ? ok() : await drop(names);
    return dropped.ok ? ok({ moved: names }) : dropped;
  }

  /**
   * Keeps the variables that look like secrets, and returns the others. Without a key store it
   * returns all of them.
   */
  async keep(
    agent: AgentId,
    env: Readonly<Record<string, string>>,
  ): Promise<Result<{ readonly env: Readonly<Record<string, string>> }>> {
    if (this.problem !== null) return ok({ env });
    const others: [string, string][] = [];
    for (const [name, value] of Object.entries(env)) {
      if (isPlainSecret(name, value)) {
        const kept = await this.set(agent, name, value);
        if (!kept.ok) return kept;
      } else {
        others.push([name, value]);
      }
    }
    return ok({ env: Object.fromEntries(others) });
  }

  private of(agent: AgentId): readonly Secret[] {
    return this.secrets.filter((one) => one.agent === agent);
  }

  private async change(agent: AgentId, name: string, secret: Secret | null): Promise<Result<null>> {
    const before = this.of(agent).find((one) => one.name === name) ?? null;
    this.put(agent, name, secret);
    this.redact(secret);
    const isOnDisk = (before?.locked ?? secret?.locked ?? null) !== null;
    try {
      if (isOnDisk) await this.save();
    } catch (error) {
      // The user must see what the next start will find.
      this.put(agent, name, before);
      return fail('io', `${name} was not changed. ${explainWrite(error)}`);
    }
    this.changes.fire(agent);
    return ok(null);
  }

  private put(agent: AgentId, name: string, secret: Secret | null): void {
    const others = this.secrets.filter((one) => one.agent !== agent || one.name !== name);
    this.secrets = secret === null ? others : [...others, secret];
  }

  private save(): Promise<void> {
    return this.writes.run(async () => {
      await mkdir(dirname(this.path), { recursive: true });
      await this.file.write((unseen) => {
        if (unseen !== null) this.take(unseen);
        const kept = this.secrets.flatMap(({ agent, name, locked }) =>
          locked === null ? [] : [{ agent, name, locked }],
        );
        return `${JSON.stringify({ v: 1, secrets: kept })}\n`;
      });
    });
  }

  /** Adds the secrets in the file to the known ones. */
  private take(entries: readonly Entry[]): void {
    const canUnlock = entries.length > 0 && this.problem === null;
    const known = new Set(this.secrets.map(({ agent, name }) => `${agent}\n${name}`));
    const fresh = entries
      .filter(({ agent, name }) => !known.has(`${agent}\n${name}`))
      .map(({ agent, name, locked }): Secret => {
        const value = canUnlock ? this.box.unlock(Buffer.from(locked, 'base64')) : null;
        return { agent, name, value, locked };
      });
    this.secrets = [...fresh, ...this.secrets];
    for (const secret of fresh) this.redact(secret);
  }

  /**
   * From now on the secret is left out of all our files, whatever prints it, even after it was
   * replaced.
   */
  private redact(secret: Secret | null): void {
    if (secret?.value === null || secret === null || this.redacted.has(secret.value)) return;
    this.redacted.set(secret.value, secretValues.add([secret.value]));
  }
}

/** The reason why the file was not written, as text; rethrows an error that is not the system's. */
function explainWrite(error: unknown): string {
  if (error instanceof AppException || error instanceof ReadOnlyFileError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? 'The disk is full. Free some space and try again.'
    : `Airlock’s file of secrets cannot be written (${code}).`;
}
