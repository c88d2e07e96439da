import { join } from 'node:path';
import { npm } from '../setup/npm.mjs';
import { root } from '../setup/project.mjs';
import { writeJson } from './appFolder.mjs';
import { nodeVersion } from './bundledNode.mjs';

/**
 * What the app is made of, as CycloneDX. All development dependencies count, because what of them is in
 * the bundle is decided by the build. Electron and Node are named with the versions that are inside.
 */
export async function writeBillOfMaterials({ output, version, electron, date }) {
  const text = await npm(['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
    folder: root,
    failure: 'npm could not write the bill of materials',
    next: 'read what npm says above, then run this again.',
  });
  const sbom = JSON.parse(text.slice(text.indexOf('{')));
  await writeJson(
    join(output, `airlock-${version}.cdx.json`),
    completeBill(sbom, { electron, date }),
  );
}

/** The same for the same source: npm gives each a new serial number and the time of day. */
export function completeBill({ serialNumber: _, ...sbom }, { electron, date }) {
  return {
    ...sbom,
    metadata: { ...sbom.metadata, timestamp: new Date(date * 1000).toISOString() },
    components: [
      ...sbom.components.filter(({ name }) => name !== 'electron'),
      runtime('electron', electron.version, 'MIT'),
      runtime('node', nodeVersion, 'MIT'),
    ],
  };
}

function runtime(name, version, license) {
  return {
    type: 'framework',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:generic/${name}@${version}`,
    licenses: [{ license: { id: license } }],
  };
}
