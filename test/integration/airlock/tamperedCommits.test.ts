import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AirlockHarness, decideAll, value } from '#test/support/airlockHarness';
import { testFolder } from '#test/support/testFolder';

const HIDDEN = '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = all\n';

describe('a commit that another program tampers with while it is made', () => {
  /** Git, with another program beside it that does something just before, or just after. */
  async function tampered([before, after]: readonly [string, string]) {
    const folder = testFolder();
    const git = folder.write(
      'tampered-git.sh',
      `#!/bin/sh
case " $* " in *" commit-tree "*) ${before || ':'}; git "$@"; end=$?; ${after || ':'}; exit $end;; esac
exec git "$@"
`,
    );
    chmodSync(git, 0o755);
    const harness = new AirlockHarness(folder, { git });
    const repository = await harness.repository({ 'a.txt': 'seen\n', '.gitmodules': HIDDEN });
    await repository.git('config', 'user.name', 'User');
    await repository.git('config', 'user.email', 'user@example.com');
    const session = await harness.open(repository.path);
    writeFileSync(join(session.cwd, 'a.txt'), 'seen, and more\n');
    value(await session.scan());
    await decideAll(session, 'accept');
    return { repository, session };
  }

  const evil = `$(printf 'evil\\n' | git hash-object -w --stdin)`;
  const place = (id: string) => `"$GIT_OBJECT_DIRECTORY/$(printf %s ${id} | sed 's,^..,&/,')"`;
  /** Commits another tree, made of the lines of the right one. */
  const instead = (lines: string) =>
    `for tree; do :; done; set -- commit-tree -m x "$( { ${lines}; } | git mktree)"`;
  const accepted = `$(printf 'seen, and more\\n' | git hash-object --stdin)`;

  const first = `$(printf 'seen\\n' | git hash-object --stdin)`;

  it.each([
    [
      'adds a file to it',
      [
        `set -- commit-tree -m x "$(printf '100755 blob %s\\tevil.sh\\n' ${evil} | git mktree)"`,
        '',
      ],
    ],
    [
      'adds a file beside what was accepted',
      [instead(`git ls-tree $tree; printf '100755 blob %s\\tevil.sh\\n' ${evil}`), ''],
    ],
    [
      'adds a submodule of which git is told to show nothing',
      [instead(`git ls-tree $tree; printf '160000 commit %040d\\tsub\\n' 1`), ''],
    ],
    [
      'leaves out what was accepted',
      [instead(`git ls-tree $tree | sed s/${accepted}/${first}/`), ''],
    ],
    [
      'swaps the bytes of an accepted file',
      ['', `rm -f ${place(accepted)}; cp ${place(evil)} ${place(accepted)}`],
    ],
  ] as const)('%s: the branch does not move', async (_, steps) => {
    const { repository, session } = await tampered(steps);
    const before = await repository.head();
    expect(await session.changes.commitAccepted('Accepted')).toMatchObject({ ok: false });
    expect((await session.changes.applyAsBranch('made', 'Accepted')).ok).toBe(false);
    expect(await repository.head()).toBe(before);
    expect(await repository.git('branch', '--list', 'made')).toBe('');
  });
});
