import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { ifExists } from '#main/base/files/ifExists';
import { explainRead, problemOf, type ReportProblem, readKept } from '#main/base/files/keptFile';
import { randomName } from '#main/base/files/randomName';
import { fail, ok, type Result } from '#shared/errors';
import { INSTALL_MARK } from './installMark';
import { compareVersions } from './versions';

const relative = z
  .string()
  .min(1)
  .refine((path) => !/^[\\/]|^[a-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)/i.test(path));

const manifestSchema = z.object({
  v: z.literal(1),
  id: z.string(),
  name: z.string(),
  version: z.string(),
  /** What was installed, with its checksum. */
  source: z.string(),
  integrity: z.string(),
  /** The path of the program, relative to the folder. */
  program: relative,
  /** Whether it is a script for Node. */
  isScript: z.boolean(),
  /** The version of the Node that was installed for it; null if it uses the user's Node. */
  node: z.string().nullable(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  bytes: z.number(),
  installedAt: z.number(),
});

/** An installed version of an agent, as recorded in its folder. */
export type InstallManifest = Readonly<z.infer<typeof manifestSchema>>;

const activeSchema = z.object({ v: z.literal(1), version: z.string() });

/** Folders that another installation has replaced. */
const REPLACED = '.replaced';
/**
 * Replaces the mark of a removed installation. Its files stay until the app ends, because running
 * agents still read them.
 */
const REMOVED_MARK = 'airlock-removed.json';
const NODE = '.node';
const STAGING = '.staging';
const ACTIVE = 'active.json';

/** How an installed agent is started. */
export interface InstalledProgram {
  readonly command: string;
  /** Arguments before the agent's own. */
  readonly before: readonly string[];
  readonly manifest: InstallManifest;
}

interface Versions {
  readonly manifests: readonly InstallManifest[];
  readonly active: string | null;
}

/**
 * Agents that the app has installed, in `<id>/<version>/`. Each is complete, or not there at all.
 */
export class InstalledAgents {
  private readonly agents = new Map<string, Versions>();

  private constructor(private readonly folder: string) {}

  static async open(folder: string, onProblem: ReportProblem): Promise<InstalledAgents> {
    const installed = new InstalledAgents(folder);
    const attempt = async (path: string, work: () => Promise<unknown>) => {
      try {
        await work();
      } catch (error) {
        onProblem({ path, message: explainRead(error), aside: null, isDerived: false });
      }
    };
    await attempt(folder, async () => {
      // Remove leftovers of an earlier run.
      for (const name of [STAGING, REPLACED]) {
        const path = join(folder, name);
        await attempt(path, () => rm(path, { recursive: true, force: true }));
      }
      for (const id of await namesIn(folder)) {
        const path = join(folder, id);
        await attempt(path, () => installed.clear(id));
        await attempt(path, () => installed.read(id, onProblem));
      }
    });
    return installed;
  }

  ids(): readonly string[] {
    return [...this.agents.keys()];
  }

  /** The installed versions, newest first. */
  versions(id: string): readonly InstallManifest[] {
    return this.agents.get(id)?.manifests ?? [];
  }

  active(id: string): InstallManifest | null {
    const agent = this.agents.get(id);
    return agent?.manifests.find(({ version }) => version === agent.active) ?? null;
  }

  program(id: string): InstalledProgram | null {
    const manifest = this.active(id);
    if (manifest === null) return null;
    const file = this.place(id, manifest.version, manifest.program);
    if (!manifest.isScript) return { command: file, before: [], manifest };
    const node = manifest.node === null ? 'node' : this.nodeFile(manifest.node);
    return { command: node, before: [file], manifest };
  }

  nodeFile(version: string): string {
    const name = process.platform === 'win32' ? 'node.exe' : 'node';
    return join(this.folder, NODE, version, 'bin', name);
  }

  nodeFolder(version: string): string {
    return join(this.folder, NODE, version);
  }

  /** Creates a folder in which an installation is prepared before it is moved to its place. */
  async stage(): Promise<string> {
    const folder = join(this.folder, STAGING, randomName());
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Moves a staged installation to its place; from now on the agent starts with it. */
  async add(staged: string, manifest: InstallManifest): Promise<void> {
    const { id, version } = manifest;
    await writeFileAtomic(join(staged, INSTALL_MARK), `${JSON.stringify(manifest, null, 2)}\n`);
    await mkdir(join(this.folder, id), { recursive: true });
    const place = this.place(id, version);
    const replaced = await this.moveAside(place);
    try {
      await rename(staged, place);
      await this.writeActive(id, version);
    } catch (error) {
      // A version is installed completely or not at all: a failure leaves what was there before.
      await ifExists(rename(place, staged));
      if (replaced !== null) await rename(replaced, place);
      throw error;
    }
    // Read only now: another version may have been removed in the meantime.
    const others = this.versions(id).filter((other) => other.version !== version);
    this.agents.set(id, { manifests: newestFirst([...others, manifest]), active: version });
  }

  /**
   * Moves the existing folder aside until the next start, and gives its new path; null if there was
   * none.
   */
  private async moveAside(place: string): Promise<string | null> {
    const aside = join(this.folder, REPLACED, randomName());
    await mkdir(join(this.folder, REPLACED), { recursive: true });
    const moved = await ifExists(rename(place, aside).then(() => true));
    return moved === undefined ? null : aside;
  }

  async use(id: string, version: string): Promise<Result<null>> {
    const agent = this.agents.get(id);
    if (!agent?.manifests.some((one) => one.version === version)) {
      return fail('not-found', 'This version is not installed.');
    }
    try {
      await this.writeActive(id, version);
    } catch (error) {
      return notWritten(error);
    }
    const { manifests } = this.agents.get(id) ?? agent;
    this.agents.set(id, { manifests, active: version });
    return ok(null);
  }

  /** Removes a version, which can be restored until the app is restarted. */
  async remove(id: string, version: string): Promise<Result<{ token: string }>> {
    const agent = this.agents.get(id);
    const manifest = agent?.manifests.find((one) => one.version === version);
    if (agent === undefined || manifest === undefined) {
      return fail('not-found', 'This version is not installed.');
    }
    const token = randomName();
    try {
      await rename(this.place(id, version, INSTALL_MARK), this.place(id, version, REMOVED_MARK));
    } catch (error) {
      return notWritten(error);
    }
    const manifests = agent.manifests.filter((one) => one !== manifest);
    const active = agent.active === version ? (manifests[0]?.version ?? null) : agent.active;
    if (manifests.length === 0) this.agents.delete(id);
    else this.agents.set(id, { manifests, active });
    // Nothing is written, so that users can free a full disk: the next start also uses the newest
    // version that is left.
    this.removed.set(token, { manifest, wasActive: agent.active === version });
    return ok({ token });
  }

  async restore(token: string): Promise<Result<null>> {
    const removed = this.removed.get(token);
    if (removed === undefined) return fail('not-found', 'It cannot be restored any more.');
    const { manifest, wasActive } = removed;
    const { id, version } = manifest;
    if (this.versions(id).some((one) => one.version === version)) {
      return fail('conflict', 'This version has been installed again.');
    }
    const active = wasActive ? version : (this.agents.get(id)?.active ?? version);
    try {
      await this.writeActive(id, active);
      await rename(this.place(id, version, REMOVED_MARK), this.place(id, version, INSTALL_MARK));
    } catch (error) {
      return notWritten(error);
    }
    this.removed.delete(token);
    this.agents.set(id, { manifests: newestFirst([...this.versions(id), manifest]), active });
    return ok(null);
  }

  private readonly removed = new Map<string, { manifest: InstallManifest; wasActive: boolean }>();

  private place(id: string, version: string, ...below: readonly string[]): string {
    return join(this.folder, id, version, ...below);
  }

  private async writeActive(id: string, version: string): Promise<void> {
    const text = `${JSON.stringify({ v: 1, version })}\n`;
    await writeFileAtomic(join(this.folder, id, ACTIVE), text);
  }

  private async read(id: string, onProblem: ReportProblem): Promise<void> {
    const manifests: InstallManifest[] = [];
    for (const version of await namesIn(join(this.folder, id))) {
      const path = this.place(id, version, INSTALL_MARK);
      const kept = await readKept(path, { version: 1, parse: parsed(manifestSchema) });
      if (kept.type === 'found' && kept.value.id === id && kept.value.version === version) {
        manifests.push(kept.value);
      }
      const message = problemOf(kept);
      if (message !== null) onProblem({ path, message, aside: null, isDerived: false });
    }
    if (manifests.length === 0) return;
    const path = join(this.folder, id, ACTIVE);
    const kept = await readKept(path, { version: 1, parse: parsed(activeSchema) });
    const wanted = kept.type === 'found' ? kept.value.version : null;
    const sorted = newestFirst(manifests);
    const active = sorted.find(({ version }) => version === wanted) ?? sorted[0];
    this.agents.set(id, { manifests: sorted, active: active?.version ?? null });
  }

  /**
   * Deletes versions that were removed in an earlier run, because they can no longer be restored.
   */
  private async clear(id: string): Promise<void> {
    for (const version of await namesIn(join(this.folder, id))) {
      const mark = await ifExists(lstat(this.place(id, version, REMOVED_MARK)));
      if (mark !== undefined) await this.erase(id, version);
    }
    const left = await readdir(join(this.folder, id));
    if (left.every((name) => name === ACTIVE)) await rm(join(this.folder, id), { recursive: true });
  }

  /**
   * Moves the folder to one that is emptied at every start before deleting it, so that a
   * half-deleted installation is never used.
   */
  private async erase(id: string, version: string): Promise<void> {
    const aside = await this.moveAside(this.place(id, version));
    if (aside !== null) await rm(aside, { recursive: true });
  }
}

function notWritten(error: unknown) {
  const { message } = error as Error;
  return fail('io', 'Nothing was changed: the folder of agents cannot be written to.', message);
}

function parsed<T>(schema: z.ZodType<T>): (value: unknown) => T | null {
  return (value) => schema.safeParse(value).data ?? null;
}

function newestFirst(manifests: readonly InstallManifest[]): readonly InstallManifest[] {
  return manifests.toSorted((one, other) => compareVersions(other.version, one.version));
}

/** The names in a folder, without our own folders, which begin with a dot. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = (await ifExists(readdir(folder, { withFileTypes: true }))) ?? [];
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
}
