import type { Result } from '#shared/errors';
import type { UpdateManifest } from './manifest';

/** A downloaded and checked version, ready to be installed. */
export type PreparedUpdate =
  | {
      readonly type: 'app';
      /** Replaces this version and restarts the app. It is the last thing that the app does. */
      install(): Promise<void>;
      /** Whether `install` itself makes the app quit, which must then not be prevented. */
      readonly endsApp: boolean;
      /** Removes the prepared version: the user keeps this version. */
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

/** How this app was installed, and so how the next version is. */
export interface UpdateInstaller {
  /** The kind of file that it needs from a release, such as `deb-x64`. */
  readonly kind: string;
  readonly installedBy: PreparedUpdate['type'];
  /** Downloads and checks the version. The running app does not change. */
  prepare(manifest: UpdateManifest, options: PrepareOptions): Promise<Result<PreparedUpdate>>;
}
