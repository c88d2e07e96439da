import { fileURLToPath } from 'node:url';
import { app, BrowserWindow } from 'electron';

// Not awaited at the top: Electron is ready only once this module has run to its end.
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1440, height: 900, show: false });
  window.loadFile(fileURLToPath(new URL('./index.html', import.meta.url)));
});
