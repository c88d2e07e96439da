import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixtures';

// Shows I1; I2, by requests of a foreign page; and I5, by windows that the page asks for.
test('the window is locked down: its process, its page, and what may talk to it', async ({
  app,
}) => {
  await test.step('the window runs in the sandbox, isolated, without Node', async () => {
    const preferences = await app.electron.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      // Not in the public types, but the one place that tells what is in force.
      const read = contents as unknown as { getLastWebPreferences(): Record<string, unknown> };
      const { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity } =
        read.getLastWebPreferences();
      return { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity };
    });
    expect(preferences).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
    });

    const commandLine = await app.electron.evaluate(({ app }) => ({
      noSandbox: app.commandLine.hasSwitch('no-sandbox'),
    }));
    expect(commandLine.noSandbox).toBe(false);

    const globals = await app.window.evaluate(() => ({
      require: typeof (globalThis as { require?: unknown }).require,
      process: typeof (globalThis as { process?: unknown }).process,
      bridge: Object.keys((globalThis as unknown as { airlock: object }).airlock).sort(),
    }));
    expect(globals).toEqual({
      require: 'undefined',
      process: 'undefined',
      bridge: ['onEvents', 'pathOf', 'request'],
    });
  });

  await test.step('the renderer process is confined by the kernel', async () => {
    // Reads /proc.
    if (process.platform !== 'linux') return;
    const processId = await app.electron.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
    );
    const status = await readFile(`/proc/${processId}/status`, 'utf8');
    // 2: a seccomp filter decides which system calls the renderer may make.
    expect(status).toMatch(/^Seccomp:\s+2$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
  });

  await test.step('the content security policy is in force', async () => {
    const outcome = await app.window.evaluate(async () => {
      // What the debugger runs is exempt from the policy; what a timer runs is not.
      await new Promise((resolve) => setTimeout(resolve));
      const violations: string[] = [];
      document.addEventListener('securitypolicyviolation', (event) => {
        violations.push(event.effectiveDirective);
      });
      const tried: Record<string, string> = {};
      const attempt = async (name: string, run: () => unknown) => {
        try {
          await run();
          tried[name] = 'allowed';
        } catch {
          tried[name] = 'refused';
        }
      };
      await attempt('eval', () => Function('return 1')());
      await attempt('innerHTML', () => {
        document.createElement('div').innerHTML = '<b>x</b>';
      });
      await attempt('fetch', () => fetch('https://example.invalid/'));
      const script = document.createElement('script');
      await attempt('inline script', () => {
        script.textContent = 'window.injected = true';
        document.head.append(script);
      });
      await new Promise((resolve) => {
        const image = new Image();
        image.onerror = resolve;
        image.src = 'https://example.invalid/beacon.png';
      });
      return { tried, violations, injected: 'injected' in window };
    });
    expect(outcome.tried).toMatchObject({
      eval: 'refused',
      innerHTML: 'refused',
      fetch: 'refused',
    });
    expect(outcome.injected).toBe(false);
    expect(outcome.violations).toEqual(expect.arrayContaining(['connect-src', 'img-src']));
  });

  await test.step('navigation and new windows are refused', async () => {
    const address = app.window.url();
    expect(address).toBe('app://airlock/index.html');
    await app.electron.evaluate(({ shell }) => {
      const opened: string[] = [];
      (globalThis as unknown as { opened: string[] }).opened = opened;
      shell.openExternal = async (url: string) => {
        opened.push(url);
      };
    });

    await app.window.evaluate(() => {
      location.href = 'https://example.invalid/';
    });
    await app.window.evaluate(() => {
      location.href = 'file:///etc/passwd';
    });
    const isRefused = await app.window.evaluate(() =>
      ['https://example.invalid/opened', 'file:///etc/passwd', 'smb://example.invalid/share'].map(
        (address) => window.open(address) === null,
      ),
    );
    expect(isRefused).toEqual([true, true, true]);
    const opened = await app.electron.evaluate(
      () => (globalThis as unknown as { opened: string[] }).opened,
    );
    expect(opened).toEqual(['https://example.invalid/opened']);
    const count = await app.electron.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows().length,
    );
    expect(count).toBe(1);
    const shown = await app.window.evaluate(() => ({
      address: location.href,
      hasSessions: document.querySelector('nav[aria-label="Sessions"]') !== null,
    }));
    expect(shown).toEqual({ address, hasSessions: true });
  });

  await test.step('web permissions are refused', async () => {
    const states = await app.window.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone'];
      const all = await Promise.all(
        names.map((name) => navigator.permissions.query({ name: name as PermissionName })),
      );
      return all.map(({ state }) => state);
    });
    expect(new Set(states)).toEqual(new Set(['denied']));
    const asked = await app.window.evaluate(() => Notification.requestPermission());
    expect(asked).toBe('denied');
  });

  await test.step('requests from another site’s page are refused, and it may not write to the clipboard', async () => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<h1>foreign</h1>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;

    // The worst case: a foreign page in a window that has our own preload script.
    const { answers, clipboard } = await app.electron.evaluate(
      async ({ app: electronApp, BrowserWindow }, foreignAddress) => {
        const foreign = new BrowserWindow({
          show: false,
          webPreferences: {
            preload: `${electronApp.getAppPath()}/out/preload/index.cjs`,
            sandbox: true,
            contextIsolation: true,
          },
        });
        await foreign.loadURL(foreignAddress);
        const answers = await foreign.webContents.executeJavaScript(
          `Promise.all(Object.values(window.airlock.request).map((send) => send(null)))`,
        );
        const clipboard = await foreign.webContents.executeJavaScript(
          `navigator.permissions.query({ name: 'clipboard-write' }).then(({ state }) => state)`,
        );
        foreign.destroy();
        return { answers: answers as { ok: boolean; error?: { code: string } }[], clipboard };
      },
      `http://127.0.0.1:${port}/`,
    );
    server.close();
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers)
      expect(answer).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(clipboard).toBe('denied');
  });

  await test.step('malformed requests from our own page are refused', async () => {
    const answer = await app.window.evaluate(async () => {
      const { airlock } = globalThis as unknown as {
        airlock: { request: Record<string, (input: unknown) => Promise<unknown>> };
      };
      return airlock.request['settings.update']?.({
        changes: [{ path: 'theme', value: 'dark' }],
      });
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
  });
});

// A terminal of a program that is developed with the same tools has this variable for all that is started in it.
test('no variable makes the window show the page of a development server', async ({ launch }) => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.setHeader('content-type', 'text/html');
    response.end('<nav>foreign</nav>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const app = await launch({ env: { ELECTRON_RENDERER_URL: `http://127.0.0.1:${port}` } });
  await expect(app.window.getByText('foreign')).toHaveCount(0);
  await expect(app.window.getByRole('navigation', { name: 'Sessions' })).toBeVisible();
  server.close();
  expect(asked).toEqual([]);
});

// As on macOS, where the app outlives its window, and a click in the Dock may come twice.
test('a closed window is opened again once, however often that is asked for', async ({ app }) => {
  const counts = await app.electron.evaluate(async ({ app: electronApp, BrowserWindow }) => {
    electronApp.removeAllListeners('window-all-closed').on('window-all-closed', () => undefined);
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    const closed = BrowserWindow.getAllWindows().length;
    const opened: unknown[] = [];
    const { promise: shown, resolve } = Promise.withResolvers<void>();
    electronApp.on('browser-window-created', (_event, window) => {
      opened.push(window);
      window.once('show', () => resolve());
    });
    electronApp.emit('activate');
    electronApp.emit('activate');
    await shown;
    return { closed, opened: opened.length };
  });
  expect(counts).toEqual({ closed: 0, opened: 1 });
});
