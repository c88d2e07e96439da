import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type AgentCheck, checkReport } from '../src/shared/agentCheck';
import { bundle } from '../test/support/bundle';
import { isInstalled, realPrograms } from '../test/support/realPrograms';
import { expect, test } from './fixtures';

test.skip(
  process.env.AIRLOCK_REAL_AGENTS === undefined,
  'AIRLOCK_REAL_AGENTS is not set: no real agent is checked.',
);

const entry = fileURLToPath(new URL('../test/support/checkRealAgent.ts', import.meta.url));

for (const program of realPrograms) {
  test(`${program.name} is checked`, async ({ folder }) => {
    test.skip(!isInstalled(program), `${program.name} is not installed.`);
    test.setTimeout(600_000);
    const home = await mkdtemp('/var/tmp/airlock-check-');
    try {
      const file = await bundle(entry, join(folder, 'check.mjs'));
      const { stdout } = await promisify(execFile)(
        process.env.AIRLOCK_ELECTRON ?? '',
        [file, home, program.name],
        { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' }, maxBuffer: 16 * 1024 * 1024 },
      );
      const check: AgentCheck = JSON.parse(stdout);
      const { AIRLOCK_REPORTS } = process.env;
      if (AIRLOCK_REPORTS) appendFileSync(AIRLOCK_REPORTS, `${checkReport(check)}\n\n`);
      const verdicts = check.findings.map(({ step, verdict }) => [step, verdict]);
      expect(Object.fromEntries(verdicts)).toMatchObject({
        start: 'ok',
        session: 'ok',
        login: 'ok',
        write: 'ok',
        cancel: 'ok',
        sealed: 'ok',
      });
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
}
