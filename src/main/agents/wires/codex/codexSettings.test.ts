import { describe, expect, test } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import {
  codexHarness,
  openCodex,
  thread,
  threadId,
  unknownMethod,
} from '#test/support/codexHarness';

const place = { cwd: '/work', additionalDirectories: [] };
const say = (text: string): ContentBlock[] => [{ type: 'text', text }];
const id = threadId as AgentSessionId;
const ended = (status = 'completed', turnId = 'turn-1', more: object = {}) => ({
  threadId,
  turn: { id: turnId, status, error: null, ...more },
});

describe('a sealed Codex', () => {
  const external = { type: 'externalSandbox', networkAccess: 'enabled' };

  async function sealed() {
    const harness = codexHarness();
    harness.peer.answer('thread/settings/update', {});
    const connection = await harness.connect({ sealed: true });
    const { events } = await harness.open(connection);
    return { ...harness, connection, events };
  }

  test('is told with each turn that it is, and shown so from the beginning', async () => {
    const { peer, connection, events } = await sealed();
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'modes.updated', current: 'workspace-write' }),
    );
    connection.prompt(id, say('Go')).catch(() => undefined);
    expect(peer.last('turn/start').params).toMatchObject({ sandboxPolicy: external });
    peer.answer('thread/resume', thread);
    const resumed = await connection.resumeSession?.(id, place);
    expect(resumed?.events).toContainEqual(
      expect.objectContaining({ type: 'modes.updated', current: 'workspace-write' }),
    );
  });

  test('keeps its own sandbox where the user wants it to write nothing', async () => {
    const { peer, connection } = await sealed();
    await connection.setMode?.(id, 'read-only');
    connection.prompt(id, say('Go')).catch(() => undefined);
    expect(peer.last('turn/start').params).not.toHaveProperty('sandboxPolicy');
  });
});

describe('settings', () => {
  test('are changed at once', async () => {
    const { peer, connection } = await openCodex();
    peer.answer('thread/settings/update', {});
    expect(await connection.setMode?.(id, 'full-access')).toMatchObject([
      { type: 'modes.updated', current: 'full-access' },
      {},
    ]);
    expect(peer.last('thread/settings/update').params).toEqual({
      threadId,
      approvalPolicy: 'never',
      sandboxPolicy: { type: 'dangerFullAccess' },
    });
    expect(await connection.setOption?.(id, 'effort', 'high')).toMatchObject([
      {},
      { options: [{}, { id: 'effort', value: 'high' }, {}] },
    ]);
    await connection.setOption?.(id, 'collaboration_mode', 'plan');
    expect(peer.last('thread/settings/update').params).toMatchObject({
      collaborationMode: { mode: 'plan', settings: { model: 'big-1', reasoning_effort: 'high' } },
    });
    await connection.setOption?.(id, 'model', 'old-1');
    expect(peer.last('thread/settings/update').params).toEqual({ threadId, model: 'old-1' });
  });

  test('of an earlier process are there from the start, and can be changed', async () => {
    const harness = codexHarness();
    harness.peer.answer('thread/settings/update', {});
    const connection = await harness.connect();
    const options = { model: 'old-1', collaboration_mode: 'plan' };
    const chosen = { mode: 'full-access', options };
    const { events } = await connection.newSession({ ...place, chosen });
    expect(harness.peer.last('thread/start').params).toMatchObject({
      model: 'old-1',
      approvalPolicy: 'never',
    });
    expect(events).toMatchObject([
      { type: 'modes.updated', current: 'full-access' },
      {
        options: [
          { id: 'model', value: 'old-1' },
          { id: 'collaboration_mode', value: 'plan' },
        ],
      },
    ]);
    await connection.setOption?.(id, 'model', 'big-1');
    connection.prompt(id, []).catch(() => undefined);
    expect(harness.peer.last('turn/start').params).toMatchObject({
      model: 'big-1',
      approvalPolicy: 'never',
      sandboxPolicy: { type: 'dangerFullAccess' },
      collaborationMode: { mode: 'plan', settings: { model: 'big-1' } },
    });
  });

  test('go with each turn in a version that accepts them only there', async () => {
    const { peer, connection } = await openCodex();
    peer.answer('thread/settings/update', () => {
      throw unknownMethod('thread/settings/update');
    });
    await connection.setMode?.(id, 'full-access');
    await connection.setOption?.(id, 'model', 'old-1');
    const chosen = {
      threadId,
      input: [],
      approvalPolicy: 'never',
      sandboxPolicy: { type: 'dangerFullAccess' },
      model: 'old-1',
    };
    const turn = connection.prompt(id, []);
    expect(peer.last('turn/start').params).toEqual(chosen);
    peer.notify('turn/completed', ended());
    await turn;
    connection.prompt(id, []).catch(() => undefined);
    expect(peer.last('turn/start').params).toEqual(chosen);
    peer.answer('thread/fork', thread);
    await connection.forkSession?.(id, place);
    expect(peer.last('thread/fork').params).toMatchObject({
      model: 'old-1',
      approvalPolicy: 'never',
    });
  });

  test('that the agent does not have are refused', async () => {
    const { connection } = await openCodex();
    await expect(connection.setMode?.(id, 'custom')).rejects.toMatchObject({ code: 'unsupported' });
    await expect(connection.setOption?.(id, 'colour', 'red')).rejects.toMatchObject({
      code: 'unsupported',
    });
    await expect(connection.setOption?.(id, 'model', true)).rejects.toMatchObject({
      code: 'unsupported',
    });
  });
});
