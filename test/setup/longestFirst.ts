import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take much longer than their size suggests. On a fresh clone, where no earlier run has
 * told how long each takes, they would start last, and all but one core would wait for them.
 */
const LONGEST = [
  'contract/contract.test.ts',
  'hostile/harm.test.ts',
  'hostile/talk.test.ts',
  'damage/damage.test.ts',
  'seal/escape.test.ts',
  'damage/severalFiles.test.ts',
  'airlock/keptObjects.test.ts',
  'host/lostCopy.test.ts',
  'airlock/ownRepository.test.ts',
  'airlock/crossing.test.ts',
  'airlock/kill.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.some((name) => moduleId.endsWith(`/${name}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
