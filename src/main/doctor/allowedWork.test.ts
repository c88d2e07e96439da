import { expect, it } from 'vitest';
import { type AskedFacts, noFacts } from '#shared/session/request/askedFacts';
import { AllowedWork } from './allowedWork';

const FOLDER = '/data/checks/work/x/project';
const allowed = new AllowedWork({ folder: FOLDER, names: ['file.txt', 'command.txt'] });

it.each([
  'echo checked > command.txt',
  'echo checked >command.txt',
  'echo "checked" > "command.txt"',
  'printf checked >> ./command.txt',
  `cd ${FOLDER} && echo checked > ${FOLDER}/command.txt`,
  "/bin/bash -lc 'echo checked > command.txt'",
  'touch file.txt; echo checked > command.txt 2>/dev/null',
])('a check allows %s', (line) => {
  expect(allowed.coversCommand([line], [])).toBe(true);
  expect(allowed.coversCommand(['bash', '-c', line], [{ name: 'TERM' }])).toBe(true);
});

it.each([
  'echo checked > ../command.txt',
  'echo checked > /etc/command.txt',
  'echo checked > command.txt/../../other',
  'echo checked > command.txt; rm -rf ~',
  'echo checked > command.txt & rm -rf ~',
  'rm -rf ~ # command.txt',
  'echo $(rm -rf ~) > command.txt',
  'echo `rm -rf ~` > command.txt',
  'echo $HOME > command.txt',
  'cat ~/.ssh/id_rsa > command.txt',
  'echo * > command.txt',
  'cd / && echo checked > command.txt',
  'PATH=. echo checked > command.txt',
  'BASH_ENV=./file.txt bash -c "echo checked > command.txt"',
  'sh file.txt > command.txt',
  'echo checked > command.txt < /etc/passwd',
  'echo checked >&3 > command.txt',
  'echo checked > "$HOME/command.txt"',
  'eval echo checked > command.txt',
  "bash -c 'rm -rf ~' > command.txt",
  'touch -r /etc/passwd file.txt',
  'echo checked | tee command.txt',
  '',
])('a check does not allow %s', (line) => {
  expect(allowed.coversCommand([line], [])).toBe(false);
  expect(allowed.coversCommand(['/bin/sh', '-c', line], [])).toBe(false);
  const asked: AskedFacts = {
    ...noFacts,
    title: 'Write command.txt',
    toolKind: 'execute',
    input: JSON.stringify({ command: line || 'ls' }),
  };
  expect(allowed.coversRequest(asked)).toBe(false);
});

it('a check allows no command with variables that change what it does', () => {
  const words = ['sh', '-c', 'echo checked > command.txt'];
  expect(allowed.coversCommand(words, [{ name: 'LD_PRELOAD' }])).toBe(false);
  expect(allowed.coversCommand(words, [{ name: 'BASH_ENV' }])).toBe(false);
});

it.each<[boolean, Partial<AskedFacts>]>([
  [true, { title: 'Write file.txt', toolKind: 'edit' }],
  [true, { toolKind: 'edit', locations: [{ path: `${FOLDER}/file.txt` }] }],
  [false, { toolKind: 'edit', locations: [{ path: '/home/me/file.txt' }] }],
  [false, { title: 'file.txt', toolKind: 'edit', input: '{"file_path":"/home/me/.bashrc"}' }],
  [false, { title: 'file.txt', toolKind: 'fetch', input: '{"url":"https://example.com"}' }],
  [false, { title: 'Write other.txt', toolKind: 'edit' }],
  [true, { title: '`echo checked > command.txt`', toolKind: 'execute' }],
  [false, { title: 'Do what file.txt says', toolKind: 'execute' }],
])('%s for %o', (covers, fields) => {
  expect(allowed.coversRequest({ ...noFacts, ...fields })).toBe(covers);
});
