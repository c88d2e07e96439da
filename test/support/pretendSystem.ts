import type { Place, SealSystem } from '#main/agents/process/seal/sealPlan';

/**
 * A system for planning a seal. A path that ends in `/` is a folder, `a -> b` a link, `a =` a
 * socket; parent folders exist, too.
 */
export function pretendSystem(paths: readonly string[], home = '/home/ada'): SealSystem {
  const places = new Map<string, Place>();
  const links = new Map<string, string>();
  for (const text of paths) {
    const [path = '', target] = text.split(' -> ');
    if (target !== undefined) links.set(path, target);
    else if (text.endsWith(' =')) places.set(text.slice(0, -2), { kind: 'socket', real: '' });
    else if (text.endsWith('/')) places.set(text.slice(0, -1), { kind: 'folder', real: '' });
    else places.set(text, { kind: 'file', real: '' });
  }
  for (const path of [...places.keys(), ...links.keys()]) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (!links.has(folder)) places.set(folder, { kind: 'folder', real: folder });
    }
  }
  const real = (path: string): string => {
    for (const [link, target] of links) {
      if (path === link || path.startsWith(`${link}/`)) {
        const whole = new URL(target, `file://${link}`).pathname.replace(/\/$/, '');
        return real(whole + path.slice(link.length));
      }
    }
    return path;
  };
  const list = (folder: string) => [
    ...new Set(
      [...places.keys(), ...links.keys()]
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''),
    ),
  ];
  const look = (path: string): Place | null => {
    const found = places.get(real(path));
    if (found === undefined) return null;
    const link = links.get(path);
    return { kind: found.kind, real: real(path), ...(link === undefined ? {} : { link }) };
  };
  return {
    home,
    userId: 1000,
    look,
    list,
    sockets: (folder) =>
      list(folder).filter((name) => places.get(`${folder}/${name}`)?.kind === 'socket'),
  };
}
