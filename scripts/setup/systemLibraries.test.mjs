import { describe, expect, it } from 'vitest';
import { missingLibraries, packagesFor } from './systemLibraries.mjs';

const LDD = `
	linux-vdso.so.1 (0x00007ffd)
	libglib-2.0.so.0 => /lib/x86_64-linux-gnu/libglib-2.0.so.0 (0x00007f)
	libnss3.so => not found
	libnssutil3.so => not found
	libgtk-3.so.0 => not found
	libgbm.so.1 => not found
	libasound.so.2 => not found
	libgtk-3.so.0 => not found
`;

describe('missingLibraries', () => {
  it('names each library that was not found once', () => {
    expect(missingLibraries(LDD)).toEqual([
      'libnss3.so',
      'libnssutil3.so',
      'libgtk-3.so.0',
      'libgbm.so.1',
      'libasound.so.2',
    ]);
  });

  it('finds nothing missing where every library was found', () => {
    expect(missingLibraries('\tlibc.so.6 => /lib/libc.so.6 (0x0)\n')).toEqual([]);
  });
});

describe('packagesFor', () => {
  it('names the packages that bring the libraries', () => {
    expect(packagesFor(missingLibraries(LDD), false)).toEqual([
      'libnss3',
      'libgbm1',
      'libasound2',
      'libgtk-3-0',
    ]);
  });

  it('uses the newer names where the system has them', () => {
    const packages = packagesFor(['libasound.so.2', 'libXdamage.so.1', 'Xvfb'], true);
    expect(packages).toEqual(['libasound2t64', 'libgtk-3-0t64', 'xvfb']);
  });

  it('knows the programs, and ignores other libraries', () => {
    expect(packagesFor(['git', 'Xvfb', 'xauth'], false)).toEqual(['xvfb', 'xauth', 'git']);
    expect(packagesFor(['libsomething.so.1'], false)).toEqual([]);
  });
});
