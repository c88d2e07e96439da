import type { ChangeKind, FileMode, Hunk } from '#shared/airlock/change';
import type { CrossingConflict } from '#shared/airlock/crossingPlan';
import type { TextFormat } from '#shared/airlock/textFormat';
import { visiblePath } from '#shared/text/visiblePath';
import type { Collapsed } from './sizeGuard';

export const changeKindWords: Readonly<Record<ChangeKind, string>> = {
  modify: 'edited',
  create: 'new file',
  delete: 'deleted',
  rename: 'moved',
  mode: 'file mode',
  symlink: 'symbolic link',
  binary: 'binary file',
};

/** Of a file that is new and executable, or becomes so. */
export const EXECUTABLE_WORDS = 'Once accepted, it can be run as a program.';

export const collapsedWords: Readonly<Record<Collapsed, { title: string; text: string }>> = {
  huge: {
    title: 'This file is very long',
    text: 'Drawing all of it may take a moment. You can decide on it as a whole.',
  },
  lock: {
    title: 'This is a lock file',
    text: 'A package manager wrote it. Few people read these line by line.',
  },
  generated: {
    title: 'This file looks generated',
    text: 'A tool made it from something else. What it was made from is worth reading first.',
  },
};

/** A hunk that is no text, as a title and a sentence. */
export function hunkWords(hunk: Exclude<Hunk, { type: 'text' }>): {
  readonly title: string;
  readonly text: string;
} {
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
      return wholeWords[hunk.reason];
  }
}

const wholeWords = {
  binary: { title: 'Binary file', text: 'Accept or reject it as a whole.' },
  large: {
    title: 'Large file',
    text: 'It is too large to show. Accept or reject it as a whole.',
  },
  symlink: {
    title: 'Symbolic link',
    text: 'The file is or becomes a link. Accept or reject it as a whole.',
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
      return 'Your file holds something else by now.';
    case 'missing':
      return 'Your file is no longer there.';
    case 'occupied':
      return `There is a file at ${visiblePath(conflict.path)} already.`;
    case 'encoding':
      return 'Your file’s encoding cannot represent some characters in these lines.';
  }
}
