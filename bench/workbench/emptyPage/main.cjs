// A window with next to nothing in it: what the machine can do at best.
const { app, BrowserWindow } = require('electron');
const { join } = require('node:path');

app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800 });
  return window.loadFile(join(__dirname, 'index.html'));
});
