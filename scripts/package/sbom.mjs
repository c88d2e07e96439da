import { join } from 'node:path';
import { npm } from '../setup/npm.mjs';
import { root } from '../setup/project.mjs';
import { writeJson } from './appFolder.mjs';
import { nodeVersion } from './bundledNode.mjs';

/**
 * The components of the app, as CycloneDX. All development dependencies count, because the build
 * decides which of them are in the bundle. Electron and Node have the versions that are really
 * inside.
 */
export async function writeBillOfMaterials({ output, electron, date }) {
  await writeJson(join(output, 'airlock.cdx.json'), await billOfMaterials({ electron, date }));
}

export async function billOfMaterials({ electron, date }) {
  const text = await npm(['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
    folder: root,
    failure: 'npm could not write the bill of materials',
    next: 'read what npm says above, then run this again.',
  });
  return completeBill(JSON.parse(text.slice(text.indexOf('{'))), { electron, date });
}

/**
 * Makes the bill the same for the same source: npm gives each a new serial number and the time of
 * day, and names the app after its folder. The Electron that is inside replaces the one of the lock
 * file.
 */
export function completeBill({ serialNumber: _, ...sbom }, { electron, date }) {
  const { component } = sbom.metadata;
  const runtimes = [
    runtime('electron', electron.version, 'MIT'),
    runtime('node', nodeVersion, 'MIT'),
  ];
  const references = runtimes.map((one) => one['bom-ref']);
  const isReplaced = (reference) => reference.startsWith('electron@');
  return {
    ...sbom,
    metadata: {
      ...sbom.metadata,
      timestamp: new Date(date * 1000).toISOString(),
      component: { ...component, type: 'application', name: 'airlock' },
    },
    components: [...sbom.components.filter((one) => !isReplaced(one['bom-ref'])), ...runtimes],
    dependencies: [
      ...sbom.dependencies
        .filter(({ ref }) => !isReplaced(ref))
        .map(({ ref, dependsOn }) => ({
          ref,
          dependsOn: [
            ...dependsOn.filter((reference) => !isReplaced(reference)),
            ...(ref === component['bom-ref'] ? references : []),
          ],
        })),
      ...references.map((ref) => ({ ref, dependsOn: [] })),
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
