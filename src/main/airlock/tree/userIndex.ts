import type { TreeScanner } from '#main/airlock/find/treeScanner';
import type { Git } from '#main/git/git';
import { findConversions } from './conversions';
import type { Repository } from './repository';
import type { UserSettings } from './userSettings';

/** Spares reading every file of the user's, where git's own record of them says how their bytes are. */
export async function adoptUserIndex(
  user: Git,
  scanner: TreeScanner,
  repository: Repository,
  settings: UserSettings,
): Promise<void> {
  const git = user.with({ cwd: repository.root });
  const entries = await git.list(['ls-files', '-z', '--stage']);
  const isNested = (line: string) => line.startsWith('160000');
  const tracked = entries.filter((line) => !isNested(line)).map(pathOf);
  const conversions = await findConversions(git, settings, repository, tracked, 'worked-in');
  if (conversions.all || entries.length === 0) return;
  if (!(await scanner.adopt(repository.index))) return;
  await scanner.forget([
    ...conversions.filtered,
    ...conversions.endings,
    ...entries.filter(isNested).map(pathOf),
  ]);
  await scanner.lookAtEverything();
}

function pathOf(line: string): string {
  return line.slice(line.indexOf('\t') + 1);
}
