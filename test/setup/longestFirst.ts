import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take much longer than their size suggests. On a fresh clone, where no earlier run has
 * told how long each takes, they would start last, and all but one core would wait for them.
 */
const LONGEST = [
  'hostile/harm.test.ts',
  'hostile/talk.test.ts',
  'contract/contract.test.ts',
  'damage/severalFiles.test.ts',
  'damage/damage.test.ts',
  'airlock/kill.test.ts',
  'seal/escape.test.ts',
  'airlock/keptObjects.test.ts',
  'host/lostCopy.test.ts',
  'store/killedTrash.test.ts',
  'store/killedWriter.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.some((name) => moduleId.endsWith(`/${name}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
