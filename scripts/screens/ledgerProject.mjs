import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export const RETRY = `import { wait } from './wait';

/** Posts an entry, and tries again when the bank does not answer. */
export async function post(entry: Entry): Promise<Receipt> {
  while (true) {
    try {
      return await bank.post(entry);
    } catch (error) {
      await wait(500);
    }
  }
}
`;

export const RETRY_MENDED = `import { wait } from './wait';

const ATTEMPTS = 5;

/** Posts an entry, and tries again when the bank does not answer. */
export async function post(entry: Entry): Promise<Receipt> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await bank.post(entry);
    } catch (error) {
      if (attempt === ATTEMPTS || !isTemporary(error)) throw error;
      await wait(2 ** attempt * 100);
    }
  }
}
`;

const files = {
  'README.md': '# Ledger\n\nEntries in, receipts out.\n',
  'package.json': `${JSON.stringify({ name: 'ledger', type: 'module', scripts: { test: 'vitest run' } }, null, 2)}\n`,
  'src/retry.ts': RETRY,
  'src/wait.ts':
    'export const wait = (time: number) => new Promise((done) => setTimeout(done, time));\n',
  'src/bank.ts':
    'export const bank = {\n  post: (entry: Entry) => fetch(BANK, { body: entry }),\n};\n',
  'src/report.ts': 'export function report(entries: Entry[]) {\n  return entries.map(String);\n}\n',
};

/** Creates a small project with a history, which the images show. */
export async function createLedger(folder) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=you', '-c', 'user.email=you@example.org', ...args], {
      cwd: folder,
    });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'Entries in, receipts out');
  git('remote', 'add', 'origin', 'https://example.org/you/ledger.git');
}
