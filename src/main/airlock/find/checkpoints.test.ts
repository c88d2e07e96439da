import { expect, it } from 'vitest';
import type { Git } from '#main/git/git';
import { emptyLedger } from '#shared/airlock/ledger';
import { KEPT_TURNS } from '#shared/airlock/limits';
import type { ObjectId, SessionId } from '#shared/ids';
import { type CheckpointParts, Checkpoints } from './checkpoints';

const SESSION = 'ses_1' as SessionId;
const ROOT = `refs/airlock/${SESSION}/rewound`;
const TREE = '1'.repeat(40) as ObjectId;

/** A repository of refs alone. */
class RefGit {
  constructor(readonly refs: Set<string>) {}

  text(): Promise<string> {
    return Promise.resolve([...this.refs].join('\n'));
  }

  run([, name = '']: readonly string[], { input = '' } = {}): Promise<void> {
    if (name !== '--stdin') this.refs.add(name);
    for (const [, deleted = ''] of input.matchAll(/^delete (.*)$/gm)) this.refs.delete(deleted);
    return Promise.resolve();
  }
}

it('keeps so many points that were rewound from, and always the newest', async () => {
  const times = Array.from({ length: KEPT_TURNS + 2 }, (_, index) => 1_000 + index);
  const git = new RefGit(
    new Set(times.flatMap((at) => [`${ROOT}/${at}/tree`, `${ROOT}/${at}/base`])),
  );
  const parts = {
    sessionId: SESSION,
    ledger: { state: emptyLedger },
    git: git as unknown as Git,
    // Set back since: the new point has the lowest number.
    clock: () => 5,
  } as unknown as CheckpointParts;
  await new Checkpoints(parts).keepPoint({ tree: TREE, baseTree: TREE });

  const kept = [...git.refs].map((ref) => ref.slice(ROOT.length + 1));
  const numbers = [...times.slice(-KEPT_TURNS + 1), 5];
  expect(kept).toEqual(numbers.flatMap((at) => [`${at}/tree`, `${at}/base`]));
});
