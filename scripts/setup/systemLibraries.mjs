/**
 * Debian's packages by the libraries that they bring. GTK 3 depends on nearly everything that
 * Electron links against. `renamed` is the name since the 64-bit time transition.
 */
const PACKAGES = [
  { brings: /^lib(nss3|nssutil3|smime3|nspr4)\./, name: 'libnss3' },
  { brings: /^libgbm\./, name: 'libgbm1' },
  { brings: /^libasound\./, name: 'libasound2', renamed: 'libasound2t64' },
  { brings: /^libudev\./, name: 'libudev1' },
  {
    brings: /^lib(gtk|gdk|glib|gobject|gio|atk|atspi|cairo|pango|cups|dbus|expat|X|xcb|xkb)/,
    name: 'libgtk-3-0',
    renamed: 'libgtk-3-0t64',
  },
  { brings: /^Xvfb$/, name: 'xvfb' },
  { brings: /^xauth$/, name: 'xauth' },
  { brings: /^git$/, name: 'git' },
];

/** The libraries that `ldd` lists but cannot find. */
export function missingLibraries(lddOutput) {
  const missing = lddOutput.matchAll(/^\s*(\S+) => not found/gm);
  return [...new Set([...missing].map((match) => match[1]))];
}

/** The packages for the missing libraries and programs, without duplicates. */
export function packagesFor(missing, hasRenamedPackages) {
  const wanted = PACKAGES.filter(({ brings }) => missing.some((name) => brings.test(name)));
  return wanted.map(({ name, renamed }) => (hasRenamedPackages && renamed) || name);
}
