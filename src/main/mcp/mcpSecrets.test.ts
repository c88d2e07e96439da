// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are the subject.
import { expect, it } from 'vitest';
import { fail, ok, type Result } from '#shared/errors';
import type { McpServerSettings } from '#shared/mcp/server';
import type { SettingChange } from '#shared/settings';
import { McpSecrets, type SecretStore, secretAt } from './mcpSecrets';

class MemoryStore implements SecretStore {
  problem: string | null = null;
  refusal: Result<null> = ok(null);
  readonly kept: Record<string, Record<string, string>> = {};

  variables(owner: string) {
    return this.kept[owner] ?? {};
  }

  async set(owner: string, name: string, value: string): Promise<Result<null>> {
    if (!this.refusal.ok) return this.refusal;
    this.kept[owner] = { ...this.kept[owner], [name]: value };
    return ok(null);
  }
}

function stage(servers: Readonly<Record<string, McpServerSettings>>) {
  const store = new MemoryStore();
  const changes: SettingChange[] = [];
  const update = async (more: readonly SettingChange[]) => {
    changes.push(...more);
    return ok(null);
  };
  const secrets = new McpSecrets({ store, servers: () => servers, update });
  return { store, changes, secrets };
}

const servers = {
  files: {
    command: 'files',
    env: { API_KEY: 'hush-4711', ROOT: '/work', OLD_TOKEN: '${TOKEN}' },
  },
  web: {
    url: 'https://example.test',
    headers: { Authorization: 'Bearer abc-def', 'X-Api-Key': '${secret:web/X-Api-Key}' },
  },
  plain: { command: 'plain' },
} as const;

it('names the secrets that are in the settings, and no references', () => {
  expect(stage(servers).secrets.view()).toEqual({
    plain: { files: ['API_KEY'], web: ['Authorization'] },
    whyNotKept: null,
  });
});

it('keeps them, has the settings refer to them, and finds them again', async () => {
  const { secrets, store, changes } = stage(servers);
  expect(await secrets.move('web')).toEqual(ok({ moved: ['Authorization'] }));
  const value = '${secret:web/Authorization}';
  expect(changes).toEqual([{ path: ['mcpServers', 'web', 'headers', 'Authorization'], value }]);
  expect(secretAt('web/Authorization', store)).toBe('Bearer abc-def');
  for (const path of ['files/Authorization', 'web/__proto__', 'web', '/', '']) {
    expect(secretAt(path, store)).toBeUndefined();
  }
});

it('changes nothing in the settings where nothing is kept', async () => {
  const { secrets, store, changes } = stage(servers);
  store.problem = 'There is no key store.';
  expect(await secrets.move('files')).toMatchObject({ error: { code: 'unavailable' } });
  store.problem = null;
  store.refusal = fail('refused', 'Too many.');
  expect(await secrets.move('files')).toMatchObject({ error: { code: 'refused' } });
  expect(await secrets.move('other')).toMatchObject({ error: { code: 'not-found' } });
  expect(changes).toEqual([]);
});

it('keeps those of a server before it is saved', async () => {
  const { secrets, store, changes } = stage({});
  const env = { API_KEY: 'hush-4711', ROOT: '/work', TOKEN: '${TOKEN}' };
  expect(await secrets.keep('files', { command: 'files', env })).toEqual(
    ok({
      entry: {
        command: 'files',
        env: { API_KEY: '${secret:files/API_KEY}', ROOT: '/work', TOKEN: '${TOKEN}' },
      },
    }),
  );
  expect(secretAt('files/API_KEY', store)).toBe('hush-4711');
  const headers = { Authorization: 'Bearer abc-def' };
  expect(await secrets.keep('web', { url: 'https://a.test', headers })).toMatchObject(
    ok({ entry: { headers: { Authorization: '${secret:web/Authorization}' } } }),
  );
  expect(changes).toEqual([]);
});

it('leaves a server as it is where nothing can be kept', async () => {
  const { secrets, store } = stage({});
  const entry = { command: 'files', env: { API_KEY: 'hush-4711' } };
  store.problem = 'There is no key store.';
  expect(await secrets.keep('files', entry)).toEqual(ok({ entry }));
  expect(store.kept).toEqual({});
  store.problem = null;
  store.refusal = fail('refused', 'Too many.');
  expect(await secrets.keep('files', entry)).toMatchObject({ error: { code: 'refused' } });
});
