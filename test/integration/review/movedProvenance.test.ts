import { describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import { AgentSet } from '#test/support/agentSet';

const BASE = 'import first;\n\nfunction one() {\n  return 1;\n}\n';
const AGENTS = `${BASE}\nfunction two() {\n  return 2;\n}\n`;
const MINE = 'class Mine {\n  constructor() {\n    super();\n  }\n}\n\nclass More {\n}\n';
const BY_AGENT = ['A0: ', 'A0: function two() {', 'A0:   return 2;', 'A0: }'];

/** A project with lines of one agent, accepted. */
async function accepted() {
  const set = await AgentSet.start({ 'a.js': BASE, 'other.js': MINE }, 2);
  const [first, second] = set.sessions as [SessionId, SessionId];
  (await set.copy(first)).write('a.js', AGENTS);
  await set.accept(first);
  expect(await set.named('a.js')).toEqual(BY_AGENT);
  return { set, first, second, git: set.repository };
}

describe('who wrote a line', () => {
  it('is known after a commit, amending, a rebase, a stash and a merge', async () => {
    const { set, git } = await accepted();
    await git.git('stash', '-q');
    expect(await set.named('a.js')).toEqual([]);
    await git.git('stash', 'pop', '-q');
    expect(await set.named('a.js')).toEqual(BY_AGENT);
    await git.git('checkout', '-qb', 'side');
    await git.commitAll('Agent');
    await git.git('commit', '-q', '--amend', '-m', 'Amended');
    await git.git('checkout', '-q', 'main');
    expect(await set.named('a.js')).toEqual([]);
    git.write('a.js', `// mine, on top\n${BASE}`);
    await git.commitAll('Mine');
    expect(await set.named('a.js')).toEqual([]);
    await git.git('rebase', '-q', 'main', 'side');
    expect(await set.named('a.js')).toEqual(BY_AGENT);
    await git.git('checkout', '-q', 'main');
    await git.git('merge', '-q', '--no-ff', '-m', 'Merge', 'side');
    expect(await set.named('a.js')).toEqual(BY_AGENT);
  });

  it('is known with other line ends', async () => {
    const { set, git } = await accepted();
    git.write('a.js', AGENTS.replaceAll('\n', '\r\n'));
    expect(await set.named('a.js')).toEqual(BY_AGENT);
  });

  it('is not said of another file that took its place, by a move or on another branch', async () => {
    const { set, git } = await accepted();
    await git.commitAll('Agent');
    await git.git('mv', '-f', 'other.js', 'a.js');
    expect(await set.named('a.js')).toEqual([]);
    await git.git('reset', '-q', '--hard');
    await git.git('checkout', '-qb', 'side', 'HEAD~1');
    git.write('a.js', MINE);
    await git.commitAll('Mine');
    expect(await set.named('a.js')).toEqual([]);
    await git.git('checkout', '-q', 'main');
    expect(await set.named('a.js')).toEqual(BY_AGENT);
  });

  it('is said of nobody who did not write it, after a move that git did and an accept on another branch', async () => {
    const { set, second, git } = await accepted();
    await git.commitAll('Agent');
    await git.git('mv', 'a.js', 'b.js');
    expect(BY_AGENT).toEqual(expect.arrayContaining([...(await set.named('b.js'))]));
    await git.git('reset', '-q', '--hard');
    await git.git('checkout', '-qb', 'side', 'HEAD~1');
    (await set.copy(second)).write('a.js', `// the second agent\n${BASE}`);
    await set.accept(second);
    expect(await set.named('a.js')).toEqual(['A1: // the second agent']);
    await git.commitAll('Second');
    await git.git('checkout', '-q', 'main');
    expect(BY_AGENT).toEqual(expect.arrayContaining([...(await set.named('a.js'))]));
  });
});
