import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { KeptFile, type ReportProblem } from '#main/base/files/keptFile';
import { Queue } from '#main/base/queue';
import type { AllowedPath } from '#shared/seal';
import { ALLOWED_OWNERS, ALLOWED_PATHS } from './limits';

const allowedPath = z.object({
  path: z.string().startsWith('/'),
  real: z.string().startsWith('/'),
  access: z.enum(['read', 'write']),
});

const schema = z.object({
  v: z.literal(1),
  owners: z.array(z.object({ owner: z.string(), paths: z.array(allowedPath) })),
});

type Allowed = ReadonlyMap<string, readonly AllowedPath[]>;

/**
 * The user's permissions for sealed agents, by the id of a session or the folder of a project. A
 * damaged file allows nothing.
 */
export class AllowedPaths {
  private readonly writes = new Queue();
  private readonly file: KeptFile<Allowed>;
  private allowed: Allowed = new Map();

  private constructor(
    private readonly path: string,
    onProblem: ReportProblem,
  ) {
    this.file = new KeptFile({ path, version: 1, parse, onProblem });
  }

  static async open(path: string, onProblem: ReportProblem): Promise<AllowedPaths> {
    const store = new AllowedPaths(path, onProblem);
    const kept = await store.file.read();
    if (kept.type === 'found') store.allowed = kept.value;
    return store;
  }

  of(owner: string): readonly AllowedPath[] {
    return this.allowed.get(owner) ?? [];
  }

  /** Allows a path; settles when it is on disk. */
  allow(owner: string, allowed: AllowedPath): Promise<void> {
    return this.change(owner, (paths) => [
      ...paths.filter(({ path }) => path !== allowed.path),
      allowed,
    ]);
  }

  takeBack(owner: string, path: string): Promise<void> {
    return this.change(owner, (paths) => paths.filter((one) => one.path !== path));
  }

  private change(
    owner: string,
    edit: (paths: readonly AllowedPath[]) => readonly AllowedPath[],
  ): Promise<void> {
    return this.writes.run(async () => {
      await mkdir(dirname(this.path), { recursive: true });
      let next = this.allowed;
      await this.file.write((unseen) => {
        const owners = new Map(unseen ?? this.allowed);
        const paths = edit(owners.get(owner) ?? []).slice(-ALLOWED_PATHS);
        owners.delete(owner);
        if (paths.length > 0) owners.set(owner, paths);
        next = new Map([...owners].slice(-ALLOWED_OWNERS));
        const entries = [...next].map(([one, kept]) => ({ owner: one, paths: kept }));
        return `${JSON.stringify({ v: 1, owners: entries })}\n`;
      });
      this.allowed = next;
    });
  }
}

function parse(value: unknown): Allowed | null {
  const owners = schema.safeParse(value).data?.owners;
  return owners ? new Map(owners.map(({ owner, paths }) => [owner, paths])) : null;
}
