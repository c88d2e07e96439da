// A window with the benchmark's page in it, under a scheme that may start workers.
const { app, BrowserWindow, protocol } = require('electron');
const { readFile } = require('node:fs/promises');
const { extname, join } = require('node:path');

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

protocol.registerSchemesAsPrivileged([
  { scheme: 'bench', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

app.whenReady().then(() => {
  protocol.handle('bench', async (request) => {
    const { pathname } = new URL(request.url);
    const type = types[extname(pathname)] ?? 'application/octet-stream';
    const body = await readFile(join(process.env.BENCH_PAGE, pathname));
    return new Response(body, { headers: { 'content-type': type } });
  });
  const window = new BrowserWindow({ width: 1280, height: 800 });
  return window.loadURL('bench://page/index.html');
});
