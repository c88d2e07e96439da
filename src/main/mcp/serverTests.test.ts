import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { secretValues } from '#main/base/secrets/secretValues';
import { ok } from '#shared/errors';
import { type ProbeProcess, ServerTests } from './serverTests';

const server = { type: 'stdio', command: '/bin/server', args: [], env: {} } as const;

/** A program that says nothing and ends when it is killed. */
class SilentProbe implements ProbeProcess {
  readonly transport = { input: new PassThrough(), output: new PassThrough() };
  readonly stderr = { tail: () => 'Open https://login.test to go on\n' };
  readonly close = async () => null;
  readonly dispose = () => undefined;
  async kill() {
    this.transport.input.end();
  }
}

it('shows what a server printed that did not answer in time', async () => {
  const tests = new ServerTests(20);
  expect(await tests.run('a', server, async () => ok(new SilentProbe()))).toMatchObject({
    error: {
      code: 'timeout',
      message: 'The server did not answer within 0.02 seconds.',
      detail: 'Open https://login.test to go on',
    },
  });
});

it('shows nothing of one that the user gave up', async () => {
  const tests = new ServerTests();
  const testing = tests.run('a', server, async () => ok(new SilentProbe()));
  tests.cancel('a');
  const tested = await testing;
  expect(tested).toMatchObject({ error: { code: 'cancelled' } });
  expect(tested).not.toHaveProperty('error.detail');
});

// Shows I20.
it('shows no secret that a server repeats, wherever it does', async () => {
  const known = secretValues.add(['opaque-Value-1234']);
  onTestFinished(() => known.dispose());
  const said = 'my opaque-Value-1234';
  const answering = async (outcome: object) => {
    const probe = new SilentProbe();
    probe.transport.input.end(`${JSON.stringify(outcome)}\n`);
    const printed = { stderr: { tail: () => said } };
    return new ServerTests().run('a', server, async () => ok(Object.assign(probe, printed)));
  };
  const tools = [{ name: said, description: said }];
  const about = { name: said, version: said, protocol: said, tools, isComplete: true };
  const hidden = 'my [redacted]';
  expect(await answering({ ok: true, ...about })).toMatchObject({
    value: {
      ...{ name: hidden, version: hidden, protocol: hidden },
      tools: [{ name: hidden, description: hidden }],
    },
  });
  expect(await answering({ ok: false, message: said })).toMatchObject({
    error: { message: hidden, detail: hidden },
  });
});
