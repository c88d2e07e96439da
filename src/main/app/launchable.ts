import { extname } from 'node:path';

/** Kinds of files that a system runs, installs or follows when it opens them. */
const kinds: ReadonlySet<string> = new Set(
  [
    'app exe com bat cmd ps1 psm1 vbs vbe wsf wsh jse hta msi msp scr cpl pif lnk reg url jar',
    'command tool workflow action terminal scpt applescript pkg mpkg dmg webloc inetloc fileloc',
    'desktop appimage run deb rpm flatpakref snap',
  ].flatMap((line) => line.split(' ').map((kind) => `.${kind}`)),
);

/** Whether opening a file by the system's own choice could run it. */
export function isLaunchable(path: string, mode: number, platform = process.platform): boolean {
  // Scripts are text to an editor; what else is executable might be a program.
  const isExecutable = platform !== 'win32' && (mode & 0o111) !== 0;
  return isExecutable || kinds.has(extname(path).toLowerCase());
}
