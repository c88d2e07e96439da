/** What can be installed, from our own table or the ACP registry. */
export interface Installable {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly from: PackageSource | ArchiveSource;
}

export interface PackageSource {
  readonly type: 'npm';
  readonly package: string;
  /** The program of the package; null if the package has only one. */
  readonly bin: string | null;
  /** See `AgentPackage`. */
  readonly native?: { readonly package: string; readonly file: string };
}

export interface ArchiveSource {
  readonly type: 'archive';
  readonly url: string;
  readonly sha256: string;
  /** The path in the archive, or the name of a single file. */
  readonly program: string;
}
