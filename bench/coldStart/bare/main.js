import { fileURLToPath } from 'node:url';
import { app, BrowserWindow } from 'electron';

// Not awaited at the top level: Electron is only ready once this module has finished.
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1440, height: 900, show: false });
  window.loadFile(fileURLToPath(new URL('./index.html', import.meta.url)));
});
