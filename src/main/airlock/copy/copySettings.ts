import { isAbsolute, resolve } from 'node:path';
import { quoted } from '#main/airlock/tree/treeSettings';
import type { UserSetting, UserSettings } from '#main/airlock/tree/userSettings';

/** Git shows this text as the name of a missing folder when somebody pushes from a copy. */
const PUSH_REFUSED =
  'Pushing from this copy is turned off. Accept the changes in Airlock and push from your own folder';

/** The user's settings that also apply in the copy. None of them can name a program or a file. */
const TAKEN_OVER: ReadonlySet<string> = new Set([
  'user.name',
  'user.email',
  'user.useconfigonly',
  'author.name',
  'author.email',
  'committer.name',
  'committer.email',
  'core.autocrlf',
  'core.eol',
  'core.whitespace',
  'core.quotepath',
  'core.abbrev',
  'core.commentchar',
  'core.sparsecheckout',
  'core.sparsecheckoutcone',
  'i18n.commitencoding',
  'i18n.logoutputencoding',
  'init.defaultbranch',
  'merge.conflictstyle',
  'merge.ff',
  'merge.renames',
  'pull.ff',
  'pull.rebase',
  'rebase.autosquash',
  'rebase.autostash',
  'rerere.enabled',
  'diff.algorithm',
  'diff.renames',
  'status.showuntrackedfiles',
  'log.date',
  'branch.sort',
  'tag.sort',
]);

/** Settings of each branch and each remote that also apply in the copy. */
const TAKEN_OVER_EACH: Readonly<Record<string, readonly string[]>> = {
  branch: ['remote', 'merge', 'rebase', 'description'],
  remote: ['url', 'fetch', 'tagopt', 'prune', 'promisor', 'partialclonefilter'],
};

const REFUSING = `[url ${quoted(`${PUSH_REFUSED}/`)}]`;
/**
 * Prefixes of addresses for pushing. Every address begins with the empty one; the others begin like
 * the copy's own address but lead out of the copy. Git uses the longest match.
 */
const REFUSED = ['', './', '..', '.\\', '.git/'];

type Line = readonly [section: string, setting: string];

/** Our own settings: nothing is signed with the user's key, and nothing is pushed. */
const OWN: readonly Line[] = [
  ['[commit]', 'gpgSign = false'],
  ['[tag]', 'gpgSign = false'],
  ...REFUSED.map((start): Line => [REFUSING, `pushInsteadOf = ${quoted(start)}`]),
  // The copy's own address is allowed.
  ['[url "./."]', 'pushInsteadOf = "."'],
];

/** The user's settings for the copy, as lines of a configuration file. */
export function copySettings(settings: UserSettings, root: string): readonly string[] {
  const sections = new Map<string, string[]>();
  const taken = settings.all.flatMap((setting) => takenOver(setting, settings, root));
  for (const [section, line] of [...taken, ...OWN]) {
    sections.set(section, [...(sections.get(section) ?? []), line]);
  }
  return [...sections].flat(2);
}

function takenOver(setting: UserSetting, settings: UserSettings, root: string): readonly Line[] {
  const [section, subsection, key] = partsOf(setting.name);
  if (subsection === undefined) {
    const isTaken = TAKEN_OVER.has(setting.name) && settings.isLast(setting);
    return isTaken ? [[`[${section}]`, `${key} = ${quoted(setting.value)}`]] : [];
  }
  const isTaken = TAKEN_OVER_EACH[section]?.includes(key) ?? false;
  const value = isTaken ? takenValue(setting, key, root) : null;
  if (value === null) return [];
  const head = `[${section} ${quoted(subsection)}]`;
  const isRemote = section === 'remote' && key === 'url';
  const refusal: readonly Line[] = isRemote ? [[head, `pushurl = ${PUSH_REFUSED}`]] : [];
  return [[head, `${key} = ${quoted(value)}`], ...refusal];
}

/** The parts of a setting's name. The middle part is case-sensitive and may contain dots. */
function partsOf(name: string): readonly [string, string | undefined, string] {
  const [first, last] = [name.indexOf('.'), name.lastIndexOf('.')];
  const subsection = first === last ? undefined : name.slice(first + 1, last);
  return [name.slice(0, first), subsection, name.slice(last + 1)];
}

function takenValue({ value }: UserSetting, key: string, root: string): string | null {
  if (key === 'url') return publicAddress(value, root);
  // A branch can name an address instead of a remote.
  return key === 'remote' && value.includes('://') ? publicAddress(value, root) : value;
}

/**
 * A remote's address without passwords and tokens; relative addresses are relative to the user's
 * folder. Null for an address with which git would run another program.
 */
function publicAddress(address: string, root: string): string | null {
  if (/^[\w+.-]*::/.test(address) || address.startsWith('-')) return null;
  const [, scheme, user, rest] = /^([a-z][\w+.-]*:\/\/)(?:([^/?#]*)@)?(.*)$/is.exec(address) ?? [];
  if (scheme !== undefined && rest !== undefined) {
    const isWeb = /^https?:/i.test(scheme);
    const name = isWeb ? '' : (user?.split(':')[0] ?? '');
    return `${scheme}${name === '' ? '' : `${name}@`}${isWeb ? rest.replace(/[?#].*$/s, '') : rest}`;
  }
  const isHost = /^[^/\\]{2,}:/.test(address);
  return isHost || isAbsolute(address) ? address : resolve(root, address);
}
