interface Target {
  readonly target: string;
  readonly arch: string;
}

/** The parts of the configuration that tests look at; electron-builder itself checks all of it. */
export interface BuilderConfiguration {
  readonly artifactName: string;
  readonly mac: {
    readonly target: readonly Target[];
    readonly hardenedRuntime: boolean;
    readonly entitlements: string;
    readonly entitlementsInherit: string;
  };
  readonly win: { readonly target: readonly Target[] };
  readonly nsis: { readonly perMachine: boolean; readonly deleteAppDataOnUninstall: boolean };
}

export function builderConfiguration(options: {
  readonly app: string;
  readonly output: string;
  readonly programs: string;
  readonly electron: {
    readonly version: string;
    readonly folder: string;
    readonly isOfficial: boolean;
  };
  readonly updates: { readonly url: string; readonly publicKey: string } | null;
}): BuilderConfiguration;
