import { type MessagePortMain, utilityProcess } from 'electron';
import { Emitter } from '#main/base/emitter';
import { descriptorError, isShortOfDescriptors } from '#main/base/files/outOfDescriptors';
import type { FromMain, ToMain } from '#main/ptyHost/hostMessages';
import type { PtyHostProcess, PtyHostStarter } from '#main/terminals/pty/ptyHostProcess';

/** More file descriptors than Chromium opens while it starts a process. */
const DESCRIPTORS_PER_PROCESS = 32;

/** Runs the pty host in an Electron process, so that terminals never block the app. */
export class UtilityPtyHost implements PtyHostStarter {
  constructor(private readonly file: string) {}

  start(): PtyHostProcess {
    // Chromium would end the whole app without a descriptor for the pipes to a new process.
    if (isShortOfDescriptors(DESCRIPTORS_PER_PROCESS)) throw descriptorError('fork');
    const child = utilityProcess.fork(this.file, [], { serviceName: 'Airlock terminals' });
    const messages = new Emitter<ToMain>();
    const exits = new Emitter<string>();
    child.on('message', (message: ToMain) => messages.fire(message));
    child.on('exit', (code) => exits.fire(`exit code ${code}`));
    return {
      onMessage: messages.event,
      onExit: exits.event,
      post: (message: FromMain) => child.postMessage(message),
      connect: (port) =>
        child.postMessage({ type: 'window' } satisfies FromMain, [port as MessagePortMain]),
      kill: () => {
        // A hanging process ignores the signal that Electron sends.
        if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
        else child.kill();
      },
    };
  }
}
