/**
 * The one configuration of packages, for `scripts/package.mjs`, which says what differs from run to run.
 * On Linux electron-builder makes the folder of the app alone: deb, rpm and tar.gz are made of it by
 * tools of the system, which give the same bytes each time and need no download.
 */
export function builderConfiguration({ app, output, programs, electron, updates }) {
  return {
    appId: 'dev.airlock.app',
    productName: 'Airlock',
    copyright: 'Apache-2.0',
    directories: { app, output, buildResources: import.meta.dirname },
    electronVersion: electron.version,
    electronDist: electron.folder,
    electronLanguages: ['en-US'],
    files: ['**/*', '!**/*.map'],
    asar: true,
    // Native modules are loaded by the system, which cannot read the archive.
    asarUnpack: ['**/*.node', '**/spawn-helper', '**/*.dll', '**/*.exe'],
    npmRebuild: false,
    nodeGypRebuild: false,
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      // Electron checks it on macOS and Windows; elsewhere the fuse does nothing yet.
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
      resetAdHocDarwinSignature: true,
    },
    extraResources: [
      { from: `${programs}-\${arch}`, to: 'programs', filter: ['**/*', '!**/*.map'] },
    ],
    artifactName: `airlock-\${version}-\${os}-\${arch}${electron.isOfficial ? '' : '-unfit-to-ship'}.\${ext}`,
    publish: updates ? [{ provider: 'generic', url: new URL('.', updates.url).href }] : null,
    linux: {
      target: 'dir',
      executableName: 'airlock',
      icon: 'icons',
      category: 'Development',
    },
    mac: {
      target: [
        { target: 'dmg', arch: 'universal' },
        { target: 'zip', arch: 'universal' },
      ],
      icon: 'icons/icon.png',
      category: 'public.app-category.developer-tools',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements: 'packaging/mac/entitlements.plist',
      entitlementsInherit: 'packaging/mac/entitlements.plist',
      // The Node of each processor becomes one file of both.
      x64ArchFiles: '**/node-pty-darwin-*/**',
      notarize: Boolean(process.env.APPLE_API_KEY),
    },
    win: { target: [{ target: 'nsis', arch: 'x64' }], icon: 'icons/icon.png' },
    nsis: {
      oneClick: true,
      perMachine: false,
      // What users have in sessions outlives the program.
      deleteAppDataOnUninstall: false,
    },
  };
}
