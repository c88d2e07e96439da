import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FILE_READ_LIMIT } from '#main/host/limits';
import { Stage } from '#test/support/stage';

const text = (content: string) => ({ content });

describe('reading for an agent', () => {
  it.each([
    ['whole', {}, 'a\nb\r\nc\nd'],
    ['reads from a line on', { line: 3 }, 'c\nd'],
    ['reads some lines', { line: 2, limit: 2 }, 'b\r\nc\n'],
    ['reads the first lines', { limit: 1 }, 'a\n'],
    ['stops at the end', { line: 4, limit: 9 }, 'd'],
    ['reads nothing past the end', { line: 9 }, ''],
    ['reads no line', { limit: 0 }, ''],
  ])('%s [fs/read_text_file]', async (_, range, content) => {
    const stage = await Stage.play({ turns: [[{ read: { path: 'a.txt', ...range } }]] });
    stage.write('a.txt', 'a\nb\r\nc\nd');
    const session = await stage.session('Read');
    await session.turnEnded();
    expect(stage.answers('fs/read_text_file')).toEqual([text(content)]);
  });

  it('reads lines of a file that is too large to be read whole [fs/read_text_file]', async () => {
    const line = `${'é'.repeat(499)}\n`;
    const count = Math.ceil(FILE_READ_LIMIT / Buffer.byteLength(line)) + 10;
    const stage = await Stage.play({
      turns: [
        [
          { read: { path: 'big.txt' } },
          { read: { path: 'big.txt', line: count, limit: 5 } },
          { read: { path: 'big.txt', line: 2, limit: 1 } },
          { read: { path: 'big.txt', line: 2 } },
        ],
      ],
    });
    stage.write('big.txt', `${line.repeat(count)}end`);
    const session = await stage.session('Read');
    await session.turnEnded();
    expect(stage.answers('fs/read_text_file')).toEqual([
      expect.objectContaining({ code: -32603, message: expect.stringContaining('too large') }),
      text(`${line}end`),
      text(line),
      expect.objectContaining({ code: -32603, message: expect.stringContaining('too large') }),
    ]);
  });

  it('quickly refuses what is not a text file [fs/read_text_file]', async () => {
    const stage = await Stage.play('hostile-read-special');
    const session = await stage.session('Read');
    await session.turnEnded();
    expect(stage.answers('fs/read_text_file')).toMatchObject([
      { code: -32603, message: expect.stringContaining('not a regular file') },
      { code: -32603, message: expect.stringContaining('outside') },
      { code: -32603, message: expect.stringMatching(/not a regular file|is a folder/) },
      expect.anything(),
      { code: -32603, message: expect.stringContaining('not a text file') },
      { code: -32603, message: expect.stringContaining('too large') },
      { code: -32603, message: expect.stringContaining('outside') },
      { code: -32002, message: expect.stringContaining('does not exist') },
    ]);
    expect(session.transcript().at(-1)).toBe('agent: After.');
  });

  it('handles invalid ranges [fs/read_text_file]', async () => {
    const stage = await Stage.play('hostile-odd-ranges');
    stage.write('README.md', 'one\ntwo\n');
    const session = await stage.session('Read');
    await session.turnEnded();
    expect(stage.answers('fs/read_text_file')).toHaveLength(14);
    expect(session.transcript().at(-1)).toBe('agent: After.');
  });

  it('reads a moved file by its new name, and follows links inside the project [fs/read_text_file]', async () => {
    const stage = await Stage.play({
      turns: [[{ shell: 'ln -s real.txt link.txt' }, { read: { path: 'link.txt' } }]],
    });
    stage.write('real.txt', 'real\n');
    const session = await stage.session('Read');
    await session.turnEnded();
    expect(stage.answers('fs/read_text_file')).toEqual([text('real\n')]);
  });
});

describe('writing for an agent', () => {
  it('writes, creates the folders on the path, and answers when it is on disk [fs/write_text_file]', async () => {
    const stage = await Stage.play({
      turns: [
        [
          { write: { path: 'deep/er/new.txt', content: 'new\n' } },
          { write: { path: 'a.txt', content: 'ä🚀\n' } },
          { shell: 'cat deep/er/new.txt a.txt' },
          { read: { path: 'a.txt' } },
        ],
      ],
    });
    stage.write('a.txt', 'old\n');
    const session = await stage.session('Write');
    session.acceptChanges();
    await session.turnEnded();
    expect(stage.answers('fs/write_text_file')).toEqual([{}, {}]);
    expect(stage.journal.of('shell')[0]?.output).toBe('new\nä🚀\n');
    expect(stage.answers('fs/read_text_file')).toEqual([text('ä🚀\n')]);
  });

  it('writes many times at once to one file, in the order asked [fs/write_text_file]', async () => {
    const times = 500;
    const stage = await Stage.play({
      turns: [
        [
          {
            burst: {
              method: 'fs/write_text_file',
              params: { path: '{{cwd}}/a.txt', content: 'No. {{index}}\n' },
              times,
            },
          },
        ],
      ],
    });
    const session = await stage.session('Write');
    session.acceptChanges();
    await session.turnEnded(50_000);
    expect(stage.journal.of('burst')[0]).toMatchObject({ results: times });
    expect(stage.read('a.txt')).toBe(`No. ${times - 1}\n`);
  });
});

describe('paths that an agent may not use', () => {
  it('are neither read nor written outside the session’s folders [fs/read_text_file, fs/write_text_file]', async () => {
    const stage = await Stage.play('hostile-path-corpus');
    const session = await stage.session('Go');
    session.acceptChanges();
    await session.turnEnded(20_000);
    for (const answer of stage.answers('fs/read_text_file')) {
      expect(answer).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
    }
    expect(existsSync(stage.folder.join('airlock-outside.txt'))).toBe(false);
    expect(existsSync(stage.folder.join('scripted.gates', 'outside.txt'))).toBe(false);
    expect(session.transcript().at(-1)).toBe('agent: After.');
  });

  it('get an answer for links that form a circle [fs/read_text_file, fs/write_text_file, terminal/create]', async () => {
    const circle = ['a', 'a/b.txt', './b/../a', `${'a/'.repeat(1_000)}c`];
    const stage = await Stage.play({
      turns: [
        [
          { shell: 'ln -s b a; ln -s a b; ln -s self/x self' },
          {
            repeat: {
              over: [...circle, 'self', 'self/x/y'],
              steps: [
                { read: { path: '{{item}}' } },
                { write: { path: '{{item}}', content: 'x' } },
                { terminal: { command: '/bin/true', cwd: '{{item}}' } },
              ],
            },
          },
          { say: 'Answered.' },
        ],
      ],
    });
    const session = await stage.session('Go');
    await session.turnEnded();
    expect(session.transcript()).toContain('agent: Answered.');
    for (const method of ['fs/read_text_file', 'fs/write_text_file', 'terminal/create']) {
      const answers = stage.answers(method);
      expect(answers).toHaveLength(circle.length + 2);
      for (const answer of answers) expect(answer).toMatchObject({ code: expect.any(Number) });
      expect(answers).not.toContainEqual(expect.objectContaining({ message: /internal/i }));
    }
  });

  it('are not followed through links that lead outside [fs/read_text_file, fs/write_text_file]', async () => {
    const stage = await Stage.play('hostile-symlink');
    const session = await stage.session('Go');
    await session.turnEnded();
    const answers = [...stage.answers('fs/read_text_file'), ...stage.answers('fs/write_text_file')];
    expect(answers).toHaveLength(10);
    for (const answer of answers) expect(answer).toMatchObject({ code: expect.any(Number) });
    expect(stage.folder.read('scripted.gates/outside/secret.txt')).toBe('secret\n');
    expect(existsSync(stage.folder.join('scripted.gates/outside/escaped.txt'))).toBe(false);
    expect(existsSync(stage.folder.join('scripted.gates/outside/made.txt'))).toBe(false);
  });
});
