import type { ImportableServer } from '#shared/ipc/mcp';
import { changeWithUndo } from '#window/actions/changeWithUndo';
import { ImportPart, ImportRow } from '#window/features/settings/import/ImportParts';
import { call } from '#window/ipc/client';
import { folderStore } from '#window/state/projects/folderStore';
import { settingsStore, useSettings } from '#window/state/settingsStore';
import { lineOfServer } from './mcpFields';

const EXAMPLE = '{ "mcpServers": { "files": { "command": "npx", "args": ["-y", "files-mcp"] } } }';

/**
 * Imports servers from the settings of Claude, Zed and VS Code, from the project, or from a pasted
 * text.
 */
export function McpImport() {
  return (
    <ImportPart
      what="servers"
      hint="Servers in the settings of Claude, Zed and VS Code, and in .mcp.json of the project, are listed here. You can also paste such settings. Importing starts none of them."
      example={EXAMPLE}
      find={findServers}
      row={(server) => <ServerRow key={`${server.origin}:${server.name}`} server={server} />}
    />
  );
}

async function findServers(text: string | null) {
  const { current, recent } = folderStore.getState();
  const folder = current ?? recent[0] ?? null;
  const { servers, problems } = await call('mcp.importable', { text, folder });
  return { items: servers, problems };
}

function ServerRow({ server }: { readonly server: ImportableServer }) {
  const { name, origin, entry, note } = server;
  const line = lineOfServer(entry);
  const isThere = useSettings(({ mcpServers }) =>
    Object.values(mcpServers).some((other) => lineOfServer(other) === line),
  );
  const shown = { name, origin, line, note, isThere };
  return <ImportRow {...shown} onImport={() => importServer(server)} />;
}

async function importServer({ name, entry: found }: ImportableServer): Promise<void> {
  const taken = settingsStore.getState().settings.mcpServers;
  let free = name;
  for (let count = 2; Object.hasOwn(taken, free); count++) free = `${name.slice(0, 60)}-${count}`;
  const { entry } = await call('mcp.keepSecrets', { name: free, entry: found });
  const notice = { id: `mcp:${free}`, title: `${free} was imported` };
  return changeWithUndo(notice, [{ path: ['mcpServers', free], value: entry }]);
}
