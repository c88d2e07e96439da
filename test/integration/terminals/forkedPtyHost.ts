import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { Emitter } from '#main/base/emitter';
import type { FromMain, ToMain } from '#main/ptyHost/hostMessages';
import type { PtyHostProcess, PtyHostStarter } from '#main/terminals/pty/ptyHostProcess';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const nodePty = createRequire(import.meta.url).resolve('@lydell/node-pty');

/** Makes the pty host one file; node-pty brings a binary along and stays where it is. */
export async function buildPtyHost(file: string): Promise<string> {
  const build = await rolldown({
    input: 'src/main/ptyHost/index.ts',
    cwd: project,
    platform: 'node',
    plugins: [
      {
        name: 'node-pty-in-place',
        resolveId: (id) =>
          id === '@lydell/node-pty' ? { id: pathToFileURL(nodePty).href, external: true } : null,
      },
    ],
  });
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
  return file;
}

/** Runs the pty host as a plain child process. */
export class ForkedPtyHost implements PtyHostStarter {
  readonly children: ChildProcess[] = [];

  constructor(private readonly file: string) {}

  get current(): ChildProcess {
    const child = this.children.at(-1);
    if (child === undefined) throw new Error('The pty host was never started.');
    return child;
  }

  start(): PtyHostProcess {
    const child = fork(this.file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.children.push(child);
    const messages = new Emitter<ToMain>();
    const exits = new Emitter<string>();
    child.on('message', (message) => messages.fire(message as ToMain));
    child.on('exit', (code, signal) => exits.fire(`${signal ?? code}`));
    return {
      onMessage: messages.event,
      onExit: exits.event,
      post: (message: FromMain) => {
        if (child.connected) child.send(message);
      },
      connect: () => {
        throw new Error('A plain child takes no ports.');
      },
      kill: () => void child.kill('SIGKILL'),
    };
  }
}
