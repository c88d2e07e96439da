import type { TreeScanner } from '#main/airlock/find/treeScanner';
import type { Git } from '#main/git/git';
import { findConversions } from './conversions';
import type { Repository } from './repository';
import { isNested } from './trackedFile';
import type { UserSettings } from './userSettings';

/** Avoids reading every file of the user's if git's own index already records their bytes. */
export async function adoptUserIndex(
  user: Git,
  scanner: TreeScanner,
  repository: Repository,
  settings: UserSettings,
): Promise<void> {
  const git = user.with({ cwd: repository.root });
  const entries = await scanner.adopt(repository.index);
  if (entries === null) {
    // The index is split, so a part is in the user's git folder, or it is damaged and git reports
    // how.
    await git.run(['ls-files', '-z', '--stage']);
    return;
  }
  const tracked = entries.filter((entry) => !isNested(entry)).map(({ path }) => path);
  const conversions = await findConversions(git, settings, repository, tracked, 'worked-in');
  if (conversions.all || entries.length === 0) return scanner.adoptNone();
  await scanner.uncover(entries);
  const nested = entries.filter(isNested).map(({ path }) => path);
  await scanner.forget([...conversions.filtered, ...conversions.endings, ...nested]);
}
