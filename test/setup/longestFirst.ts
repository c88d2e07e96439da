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

/**
 * Vitest gives a worker another file only if that is of the same project, and otherwise starts a new one, which has to
 * load all modules again.
 */
const PROJECTS = ['integration', 'component', 'unit'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isShort = ({ moduleId }: TestSpecification) =>
      !LONGEST.some((name) => moduleId.endsWith(`/${name}`));
    const placeOf = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name);
    return sorted.toSorted(
      (one, other) =>
        placeOf(one) - placeOf(other) || Number(isShort(one)) - Number(isShort(other)),
    );
  }
}
