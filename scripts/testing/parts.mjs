import { Failure } from '../setup/failure.mjs';

/**
 * What `npm test` runs: every part, of which some tests take turns; or only the part that is named
 * first, with arguments for its runner.
 */
export function readTestArguments([part, ...args]) {
  switch (part) {
    case undefined:
      return {
        checks: true,
        projects: ['unit', 'component', 'integration'],
        endToEnd: true,
        inTurn: true,
        args: [],
      };
    case 'unit':
    case 'component':
    case 'integration':
    case 'package':
      return { checks: false, projects: [part], endToEnd: false, args };
    case 'e2e':
      return { checks: false, projects: [], endToEnd: true, args };
    default:
      throw new Failure(
        `There is no part of the tests called "${part}".`,
        'name "unit", "component", "integration", "e2e" or, after "npm run package", "package"; or nothing to run everything.',
      );
  }
}
