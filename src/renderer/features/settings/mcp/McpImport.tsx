import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ImportableServer, ImportableServers } from '#shared/ipc/mcp';
import { changeWithUndo } from '#window/actions/changeWithUndo';
import { reportError } from '#window/diagnostics/reportError';
import styles from '#window/features/settings/catalogue/Catalogue.module.css';
import { call } from '#window/ipc/client';
import { folderStore } from '#window/state/projects/folderStore';
import { settingsStore, useSettings } from '#window/state/settingsStore';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { TextArea } from '#window/ui/form/TextArea';
import { visibleLine } from '#window/ui/text/visibleText';
import { lineOfServer } from './mcpFields';

const EXAMPLE = '{ "mcpServers": { "files": { "command": "npx", "args": ["-y", "files-mcp"] } } }';

/** Servers of Claude's, Zed's and VS Code's settings, of the project, and of a text that is pasted. */
export function McpImport() {
  const [text, setText] = useState('');
  const [list, setList] = useState<ImportableServers | null>(null);
  const pasted = text.trim();
  useEffect(() => {
    let isOver = false;
    const { current, recent } = folderStore.getState();
    const folder = current ?? recent[0] ?? null;
    const input = { text: pasted === '' ? null : pasted, folder };
    call('mcp.importable', input).then((found) => {
      if (!isOver) setList(found);
    }, reportError);
    return () => {
      isOver = true;
    };
  }, [pasted]);
  return (
    <section className={styles.import} aria-labelledby="import-servers">
      <h3 id="import-servers" className={styles.title}>
        Import servers
      </h3>
      <p className={styles.hint}>
        Servers in the settings of Claude, Zed and VS Code, and in .mcp.json of the project, are
        listed here. You can also paste such settings. Nothing of them is started by importing.
      </p>
      <TextArea
        monospace
        rows={2}
        aria-label="Paste servers as JSON"
        placeholder={EXAMPLE}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {list?.problems.map((problem) => (
        <Banner key={problem}>{visibleLine(problem)}</Banner>
      ))}
      {list !== null && list.servers.length > 0 && (
        <ul className={styles.list} aria-label="Servers to import">
          {list.servers.map((server) => (
            <ImportRow key={`${server.origin}:${server.name}`} server={server} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ImportRow({ server }: { readonly server: ImportableServer }) {
  const { name, origin, entry, note } = server;
  const line = lineOfServer(entry);
  const isThere = useSettings(({ mcpServers }) =>
    Object.values(mcpServers).some((other) => lineOfServer(other) === line),
  );
  return (
    <li className={styles.agent}>
      <div className={styles.row}>
        <span className={styles.name}>{visibleLine(name)}</span>
        <span className={styles.facts}>
          {visibleLine(origin)} · <code>{visibleLine(line)}</code>
        </span>
        <Button
          size="small"
          icon={Plus}
          aria-label={`Import ${visibleLine(name)}`}
          reason={isThere ? 'It is in your settings already.' : null}
          onClick={() => importServer(server).catch(reportError)}
        >
          Import
        </Button>
      </div>
      {note !== null && <span className={styles.description}>{visibleLine(note)}</span>}
    </li>
  );
}

function importServer({ name, entry }: ImportableServer): Promise<void> {
  const taken = settingsStore.getState().settings.mcpServers;
  let free = name;
  for (let count = 2; Object.hasOwn(taken, free); count++) free = `${name.slice(0, 60)}-${count}`;
  const notice = { id: `mcp:${free}`, title: `${free} was imported` };
  return changeWithUndo(notice, [{ path: ['mcpServers', free], value: entry }]);
}
