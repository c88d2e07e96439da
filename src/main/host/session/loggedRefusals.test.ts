import { setImmediate as settled } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sampleEvents } from '#test/support/everyEvent';
import { foldAll } from '#test/support/foldAll';
import { recorderOn } from '#test/support/recorderOn';
import { created, SESSION, stamp } from '#test/support/sessionEvents';
import { refusedHosts } from './loggedRefusals';

// I3.
it('lets a session reach an allowed host only once the permission is on the disk', async () => {
  const [allowed] = sampleEvents['host.allowed'];
  if (allowed === undefined) throw new Error('There is no sample.');
  const earlier = { ...allowed, rule: 'earlier.example' };
  const disk = Promise.withResolvers<void>();
  const recorder = recorderOn(foldAll(SESSION, stamp([created(), earlier])), disk.promise);
  const { hosts } = refusedHosts(recorder);
  recorder.record(allowed);
  await settled();
  expect(hosts()).toEqual(['earlier.example']);
  disk.resolve();
  await settled();
  expect(hosts()).toEqual(['earlier.example', allowed.rule]);
});
