import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builderConfiguration } from '../../packaging/electron-builder.mjs';
import { packagingTool } from './artefacts';

const project = fileURLToPath(new URL('../..', import.meta.url));

interface Validator {
  validateConfiguration(configuration: object, log: { readonly isEnabled: boolean }): Promise<void>;
}

function configuration(isOfficial = true) {
  return builderConfiguration({
    app: '/app',
    output: '/dist',
    programs: '/programs',
    electron: { version: '45.0.0', folder: '/electron', isOfficial },
    updates: { url: 'https://example.com/releases/updates.json', publicKey: 'key' },
  });
}

/** The packages of macOS and Windows are made on those systems alone: here their configuration is checked. */
describe('the configuration of electron-builder', () => {
  const validate = (value: object) =>
    packagingTool<Validator>('app-builder-lib/out/util/config/config').validateConfiguration(
      value,
      { isEnabled: false },
    );

  it('is one that it understands, for all three systems', async () => {
    await validate(configuration());
    await expect(validate({ ...configuration(), nsis: { perMachines: false } })).rejects.toThrow(
      'configuration.nsis',
    );
  });

  it('makes a universal app for macOS with the hardened runtime, and nothing it may do but compile', () => {
    const { mac } = configuration();
    expect(mac.target.map(({ target, arch }) => `${target} ${arch}`)).toEqual([
      'dmg universal',
      'zip universal',
    ]);
    expect(mac.hardenedRuntime).toBe(true);
    const granted = readFileSync(join(project, mac.entitlements), 'utf8');
    expect([...granted.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
    ]);
    expect(mac.entitlementsInherit).toBe(mac.entitlements);
  });

  it('installs for one user on Windows, and keeps the data when it is removed', () => {
    const { win, nsis } = configuration();
    expect(win.target).toEqual([{ target: 'nsis', arch: 'x64' }]);
    expect(nsis).toMatchObject({ perMachine: false, deleteAppDataOnUninstall: false });
  });

  it('names what is unfit to ship', () => {
    expect(configuration(true).artifactName).not.toContain('unfit');
    expect(configuration(false).artifactName).toContain('unfit-to-ship');
  });
});
