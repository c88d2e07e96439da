/** What installs a downloaded package in a terminal; null for what is only unpacked. */
export function installCommand(type: string, file: string): string | null {
  if (type === 'deb') return `sudo apt install ${quoted(file)}`;
  return type === 'rpm' ? `sudo dnf install ${quoted(file)}` : null;
}

function quoted(path: string): string {
  return /^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
