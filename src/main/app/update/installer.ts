import type { Result } from '#shared/errors';
import type { UpdateManifest } from './manifest';

/** Installs a version that was downloaded and checked. */
export type PreparedUpdate =
  | {
      readonly type: 'app';
      /** Replaces this version and restarts the app. The last thing that the app does. */
      install(): Promise<void>;
      /** Whether `install` itself makes the app quit, and so must not be kept from it. */
      readonly endsApp: boolean;
      /** Removes what was made ready: the user stays with this version. */
      discard(): Promise<void>;
    }
  | {
      readonly type: 'user';
      readonly file: string;
      /** The command that installs it in a terminal; null if there is no single command. */
      readonly command: string | null;
    };

export interface PrepareOptions {
  readonly signal: AbortSignal;
  onProgress(received: number): void;
}

/** How this app came onto this computer, and so how the next version does. */
export interface UpdateInstaller {
  /** Which file of a release it needs, such as `deb-x64`. */
  readonly kind: string;
  readonly installedBy: PreparedUpdate['type'];
  /** Downloads and checks it. Nothing of the running app changes. */
  prepare(manifest: UpdateManifest, options: PrepareOptions): Promise<Result<PreparedUpdate>>;
}
