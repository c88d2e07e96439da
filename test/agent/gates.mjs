import { existsSync, mkdirSync, watch, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Files that tests create to let a waiting agent go on. */
export class Gates {
  #folder;

  constructor(folder) {
    this.#folder = folder;
  }

  isOpen(name) {
    return existsSync(this.#path(name));
  }

  open(name) {
    mkdirSync(dirname(this.#path(name)), { recursive: true });
    writeFileSync(this.#path(name), '');
  }

  /** Rejects with the signal's reason. */
  async opened(name, signal) {
    const path = this.#path(name);
    mkdirSync(dirname(path), { recursive: true });
    const watcher = watch(dirname(path));
    try {
      await new Promise((resolvePromise, reject) => {
        const look = () => existsSync(path) && resolvePromise();
        watcher.on('change', look);
        watcher.on('error', reject);
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        look();
      });
    } finally {
      watcher.close();
    }
  }

  #path(name) {
    return resolve(this.#folder, name);
  }
}
