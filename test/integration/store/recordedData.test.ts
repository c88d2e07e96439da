import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { migrateData, whyNotOurs } from '#main/app/data/dataVersion';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { TestEngine } from '#test/support/testEngine';

/** What each released version left in its data folder, as far as it is not the browser's. */
const recorded = fileURLToPath(new URL('../../fixtures/data', import.meta.url));

describe.each(readdirSync(recorded))('the data folder of version %s', (version) => {
  it('is brought up to this one, with its sessions whole', async () => {
    using folder = new TemporaryFolder('airlock-recorded');
    cpSync(join(recorded, version), folder.path, { recursive: true });
    expect(whyNotOurs(folder.path)).toBeNull();
    await migrateData(folder.path, '99.0.0');
    const test = await TestEngine.start(folder.join('data'), {});
    const { host, files } = test.engine;
    const [summary] = host.list();
    expect(summary).toMatchObject({ title: 'Replace Notes with Words in notes.md', turnCount: 1 });
    const opened = summary && (await host.open(summary.id));
    expect(opened?.ok).toBe(true);
    expect(files.list()).toEqual([]);
    await test.stop();
  });
});
