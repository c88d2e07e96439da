import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOG_FILE } from '#main/host/store/layout';
import { EventLog } from '#main/host/store/log/eventLog';
import type { SessionId } from '#shared/ids';
import { wholeText } from '#shared/text/textPieces';
import { testFolder } from '#test/support/testFolder';
import { EVENT_VERSION } from './events';
import { markdownPieces, sourceOf } from './export/exportMarkdown';
import { apply, createState } from './fold';
import { upcast } from './upcast';

const golden = (name: string) =>
  readFileSync(new URL(`../../../test/golden/logs/${name}`, import.meta.url), 'utf8');

async function folded(log: string) {
  const folder = testFolder();
  folder.write(LOG_FILE, log);
  const state = createState('ses_golden01' as SessionId);
  const opened = await EventLog.open(folder.path, { visit: (event) => void apply(state, event) });
  await opened.log.close();
  expect(opened.repair).toMatchObject({ damagedLines: 0, missing: 0, repeated: 0, tornBytes: 0 });
  return state;
}

describe('golden logs', () => {
  it('exist for every version', () => {
    for (let version = 0; version <= EVENT_VERSION; version++) {
      expect(golden(`v${version}.ndjson`)).toContain(`"v":${version},`);
    }
  });

  it.each([0, 1])('of version %i give the same session', async (version) => {
    const state = await folded(golden(`v${version}.ndjson`));
    expect(await wholeText(markdownPieces(sourceOf(state)))).toBe(golden('v1.md'));
    expect(state).toEqual(await folded(golden(`v${EVENT_VERSION}.ndjson`)));
  });
});

describe('upcast', () => {
  it('leaves current events and unknown kinds unchanged', () => {
    const current = { v: EVENT_VERSION, seq: 1, at: 2, type: 'agent.starting', extra: [1] };
    expect(upcast(current)).toBe(current);
    const unknown = { v: 0, seq: 1, at: 2, type: 'review.opened', extra: [1] };
    expect(upcast(unknown)).toEqual({ ...unknown, v: EVENT_VERSION });
  });

  it('does not change its input', () => {
    const old = Object.freeze({
      v: 0,
      seq: 1,
      at: 2,
      type: 'tool.updated',
      id: 'c',
      status: 'running',
    });
    expect(upcast(old)).toEqual({
      v: EVENT_VERSION,
      seq: 1,
      at: 2,
      type: 'tool.updated',
      toolCallId: 'c',
      status: 'in_progress',
    });
  });
});
