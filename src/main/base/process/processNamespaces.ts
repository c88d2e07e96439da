import { once } from 'node:events';
import { isOutOfDescriptors } from '#main/base/files/outOfDescriptors';
import type { Logger } from '#main/base/log/logger';
import { ProcessNamespace } from './processNamespace';
import { spawnProgram } from './spawnProgram';

/** Creates namespaces if the system allows it, and otherwise knows why not. */
export class ProcessNamespaces {
  private probing: Promise<string | null> | undefined;

  constructor(private readonly logger: Logger) {}

  /**
   * The reason why processes cannot be kept in namespaces here; null if they can. Tested once. If
   * the test fails because no file descriptors are left, it rejects and tests again the next time.
   */
  problem(): Promise<string | null> {
    this.probing ??= this.probe().catch((error: unknown) => {
      this.probing = undefined;
      throw error;
    });
    return this.probing;
  }

  /**
   * Null if the system does not allow namespaces. Rejects if it does but failed this time: a
   * program that should be in a namespace never runs without one.
   */
  async open(): Promise<ProcessNamespace | null> {
    return (await this.problem()) === null ? ProcessNamespace.open() : null;
  }

  private async probe(): Promise<string | null> {
    if (process.platform !== 'linux') return 'Only Linux has process namespaces.';
    try {
      using namespace = await ProcessNamespace.open();
      const env = { PATH: '/usr/bin:/bin' };
      for (const session of ['own', 'shared', 'terminal'] as const) {
        const launch = namespace.enter({ file: 'true', args: [], env, cwd: '/' }, session);
        const [code] = await once(
          spawnProgram(launch.file, launch.args, { env, stdio: 'ignore' }),
          'exit',
        );
        if (code !== 0) throw new Error(`A namespace cannot be entered (exit code ${code})`);
      }
      return null;
    } catch (error) {
      const { message } = error as Error;
      if (isOutOfDescriptors(error)) throw error;
      this.logger.warn('processes are not kept in namespaces', { reason: message });
      return message;
    }
  }
}
