import type { Change, ChangeKind, FileMode, Hunk } from '#shared/airlock/change';
import type { CrossingConflict } from '#shared/airlock/crossingPlan';
import type { TextFormat } from '#shared/airlock/diff/textFormat';
import { visiblePath } from '#shared/text/visiblePath';
import type { Collapsed } from './diff/sizeGuard';

export const changeKindWords: Readonly<Record<ChangeKind, string>> = {
  modify: 'edited',
  create: 'new file',
  delete: 'deleted',
  rename: 'moved',
  mode: 'file mode',
  symlink: 'symbolic link',
  binary: 'binary file',
};

/** For a file that is new and executable, or becomes executable. */
export const EXECUTABLE_WORDS = 'Once accepted, it can be run as a program.';

export const collapsedWords: Readonly<Record<Collapsed, { title: string; text: string }>> = {
  huge: {
    title: 'This file is very long',
    text: 'Showing all of it may take a moment. You can decide on it as a whole.',
  },
  lock: {
    title: 'This is a lock file',
    text: 'A package manager wrote it. Few people read these line by line.',
  },
  generated: {
    title: 'This file looks generated',
    text: 'A tool generated it from another file. Review that file first.',
  },
};

/** The known facts about the two sides of a change. */
interface KnownSides {
  readonly base: string | null;
  readonly proposed: string | null;
}

interface WholeFacts {
  /** The targets of links. */
  readonly links: KnownSides;
  readonly texts: KnownSides;
}

/** The title and sentence for a hunk without text. */
export function hunkWords(
  hunk: Exclude<Hunk, { type: 'text' }>,
  change: Pick<Change, 'base' | 'proposed'>,
  facts: WholeFacts,
): { readonly title: string; readonly text: string } {
  switch (hunk.type) {
    case 'rename':
      return {
        title: 'Moves the file',
        text: `${visiblePath(hunk.from)} → ${visiblePath(hunk.to)}`,
      };
    case 'mode':
      return {
        title: hunk.to === '100755' ? 'Makes the file executable' : 'Makes the file not executable',
        text: `${modeWords(hunk.from)} → ${modeWords(hunk.to)}`,
      };
    case 'format':
      return {
        title: 'Changes encoding or line endings',
        text: `${formatWords(hunk.from)} → ${formatWords(hunk.to)}`,
      };
    case 'whole':
      return {
        ...wholeWords[hunk.reason],
        ...(hunk.reason === 'binary' ? binaryWords(facts.texts) : linkWords(change, facts.links)),
      };
  }
}

/** Returns nothing if neither side has a link. */
function linkWords(
  { base, proposed }: Pick<Change, 'base' | 'proposed'>,
  links: KnownSides,
): { readonly title?: string; readonly text?: string } {
  const to = (target: string | null) => (target === null ? '' : ` to ${visiblePath(target)}`);
  const [old, next] = [`symbolic link${to(links.base)}`, `symbolic link${to(links.proposed)}`];
  if (base?.mode === LINK) {
    if (proposed === null) return { title: `Deletes the ${old}` };
    if (proposed.mode !== LINK) return { title: `Replaces the ${old} with a file` };
    const pointed = links.base !== null && `It pointed to ${visiblePath(links.base)}. `;
    return {
      title: `Symbolic link${to(links.proposed)}`,
      text: `${pointed || ''}${wholeWords.symlink.text}`,
    };
  }
  if (proposed?.mode !== LINK) return {};
  if (base !== null) return { title: `Replaces the file with a ${next}` };
  return { title: `Symbolic link${to(links.proposed)}` };
}

function binaryWords({ base, proposed }: KnownSides): { readonly title?: string } {
  if (base === null && proposed !== null) return { title: 'Replaces the binary file with text' };
  if (base !== null && proposed === null) return { title: 'Replaces the text with a binary file' };
  return {};
}

const LINK = '120000';

const wholeWords = {
  binary: { title: 'Binary file', text: 'Accept or reject it as a whole.' },
  large: {
    title: 'Large file',
    text: 'It is too large to show. Accept or reject it as a whole.',
  },
  symlink: {
    title: 'Symbolic link',
    text: 'Accept or reject it as a whole.',
  },
  empty: { title: 'Empty file', text: 'A new file with nothing in it.' },
  deletion: { title: 'Deletes the file', text: 'It is removed from your project.' },
} as const;

function modeWords(mode: FileMode): string {
  return { '100644': 'regular file', '100755': 'executable', '120000': 'symbolic link' }[mode];
}

const encodings = {
  utf8: 'UTF-8',
  'utf8-bom': 'UTF-8 with byte order mark',
  utf16le: 'UTF-16 (little endian)',
  utf16be: 'UTF-16 (big endian)',
  latin1: 'Latin-1',
} as const;

function formatWords({ encoding, ending }: TextFormat): string {
  const lines =
    ending === null ? '' : `, ${{ '\n': 'LF', '\r\n': 'CRLF', mixed: 'mixed endings' }[ending]}`;
  return `${encodings[encoding]}${lines}`;
}

export function conflictWords(conflict: CrossingConflict): string {
  switch (conflict.type) {
    case 'lines':
      return 'You and the agent changed these lines.';
    case 'changed':
      return 'Your file has changed since.';
    case 'missing':
      return 'Your file no longer exists.';
    case 'occupied':
      return `There is already a file at ${visiblePath(conflict.path)}.`;
    case 'encoding':
      return 'Your file’s encoding cannot represent some characters in these lines.';
  }
}
