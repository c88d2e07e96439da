import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import {
  AirlockHarness,
  decideAll,
  newTurnId,
  openChange,
  openChanges,
  value,
} from '#test/support/airlockHarness';
import { turn } from '#test/support/guardedSession';

const FILES = { 'a.txt': 'a1\na2\na3\na4\na5\n', 'b.txt': 'b\n' };

async function start() {
  const harness = new AirlockHarness();
  const repository = await harness.repository(FILES);
  return { harness, repository };
}

function listed(session: SessionAirlock): readonly string[] {
  return openChanges(session).map(({ change }) => change.path);
}

describe('a decision during another session’s turn in place', () => {
  it('is not attributed to that agent when isolated work is accepted', async () => {
    const { harness, repository } = await start();
    const isolated = await harness.open(repository.path);
    const inPlace = await harness.open(repository.path, { isolation: 'in-place' });
    await turn(isolated, () => {
      writeFileSync(join(isolated.cwd, 'a.txt'), 'a1\na2\na3\na4\naccepted\n');
      writeFileSync(join(isolated.cwd, 'b.txt'), 'accepted\n');
      writeFileSync(join(isolated.cwd, 'new.txt'), 'accepted\n');
    });
    const turnId = newTurnId();
    value(await inPlace.checkpoint(turnId));
    repository.write('a.txt', 'agent\na2\na3\na4\na5\n');
    value(await inPlace.scan());
    await decideAll(isolated, 'accept');
    value(await inPlace.scan());
    value(await inPlace.endTurn(turnId));
    expect(listed(inPlace)).toEqual(['a.txt']);
    await decideAll(inPlace, 'reject');
    expect(repository.read('a.txt')).toBe('a1\na2\na3\na4\naccepted\n');
    expect(repository.read('b.txt')).toBe('accepted\n');
    expect(repository.read('new.txt')).toBe('accepted\n');
    await turn(inPlace, () => repository.write('b.txt', 'accepted\nagent\n'));
    expect(
      value(await inPlace.changes.texts(openChange(inPlace, 'b.txt').change.changeId)).base,
    ).toBe('accepted\n');
  });

  it('is not attributed to that agent when work in place is rejected', async () => {
    const { harness, repository } = await start();
    const first = await harness.open(repository.path, { isolation: 'in-place' });
    await turn(first, () => repository.write('b.txt', 'first\n'));
    const second = await harness.open(repository.path, { isolation: 'in-place' });
    const turnId = newTurnId();
    value(await second.checkpoint(turnId));
    repository.write('a.txt', 'second\n');
    await decideAll(first, 'reject');
    expect(repository.read('b.txt')).toBe('b\n');
    value(await second.endTurn(turnId));
    expect(listed(second)).toEqual(['a.txt']);
    await decideAll(second, 'reject');
    expect(repository.read('a.txt')).toBe(FILES['a.txt']);
    expect(repository.read('b.txt')).toBe('b\n');
  });
});
