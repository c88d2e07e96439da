// Loaded into Electron's main process ahead of the app under test (`electron -r`): says when the
// first window has painted, and ends the program. The same probe times both apps.
const { app } = require('electron');

app.on('browser-window-created', (_event, window) => {
  window.once('ready-to-show', () => {
    process.stdout.write('painted\n');
    setImmediate(() => app.exit(0));
  });
});
