import { describe, expect, it } from 'vitest';
import { GitRepository } from './gitRepository';
import { testFolder } from './testFolder';

describe('GitRepository', () => {
  it('is the same on every machine, whatever the git configuration', async () => {
    const folder = testFolder();
    const files = { 'a.txt': 'a\n', 'deep/b.txt': 'b\n' };
    const one = await GitRepository.createWith(folder.join('one'), files);
    const other = await GitRepository.createWith(folder.join('other'), files);
    expect(await one.head()).toBe(await other.head());
    expect(await one.git('log', '--format=%an <%ae>')).toBe('Test <test@example.com>');
    expect(await one.git('config', '--list', '--show-scope')).not.toMatch(/^(global|system)/m);
  });

  it('reports what changed, and reads without touching', async () => {
    const repository = await GitRepository.createWith(testFolder().path, { 'a.txt': 'a\n' });
    const before = await repository.fingerprint();
    repository.write('a.txt', 'changed\n');
    repository.write('new/c.txt', 'c\n');
    expect(await repository.status()).toEqual([' M a.txt', '?? new/c.txt']);
    expect(await repository.fingerprint()).toEqual(before);
    await repository.stage('a.txt');
    const staged = await repository.fingerprint();
    expect(staged.index).not.toBe(before.index);
    expect(staged.head).toBe(before.head);
    expect(await repository.commitAll('More')).not.toBe(before.head);
    expect(await repository.status()).toEqual([]);
  });
});
