import { Check, Minus } from 'lucide-react';
import type { SessionId } from '#shared/ids';
import type { OfferedServer } from '#shared/mcp/offer';
import { useServerTest } from '#window/state/agents/serverTest';
import { openMcpServers } from '#window/state/layout/settingsSection';
import { Button } from '#window/ui/form/Button';
import { Icon } from '#window/ui/Icon';
import { ServerTestButton, ServerTestOutcome } from '#window/ui/ServerTestView';
import { VisuallyHidden } from '#window/ui/text/VisuallyHidden';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './GivenServers.module.css';

interface GivenServersProps {
  readonly sessionId: SessionId;
  readonly servers: readonly OfferedServer[];
}

/** Which MCP servers the session's agent was given, and which were left out, and why. */
export function GivenServers({ sessionId, servers }: GivenServersProps) {
  return (
    <section className={styles.section} aria-label="MCP servers">
      <div className={styles.bar}>
        <h4 className={styles.title}>MCP servers</h4>
        <Button size="small" variant="ghost" onClick={openMcpServers}>
          Settings…
        </Button>
      </div>
      {servers.length === 0 ? (
        <p className={styles.none}>This agent has no MCP servers.</p>
      ) : (
        <ul className={styles.list}>
          {servers.map((server) => (
            <ServerItem
              key={`${server.origin}:${server.name}`}
              sessionId={sessionId}
              server={server}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

const origins: Readonly<Record<OfferedServer['origin'], string>> = {
  user: 'your settings',
  project: 'the project',
  airlock: 'Airlock itself',
};

interface ServerItemProps {
  readonly sessionId: SessionId;
  readonly server: OfferedServer;
}

function ServerItem({ sessionId, server: { name, origin, leftOut } }: ServerItemProps) {
  const { test, run, cancel } = useServerTest();
  const shown = visibleLine(name);
  return (
    <li className={styles.server} data-left={leftOut !== null || undefined}>
      <Icon icon={leftOut === null ? Check : Minus} size="small" />
      <div className={styles.facts}>
        <span>
          <VisuallyHidden>{leftOut === null ? 'Passed: ' : 'Left out: '}</VisuallyHidden>
          <span className={styles.name}>{shown}</span>
          <span className={styles.origin}> from {origins[origin]}</span>
        </span>
        {leftOut !== null && <span className={styles.reason}>{visibleLine(leftOut)}</span>}
        <ServerTestOutcome test={test} />
      </div>
      {leftOut === null && origin !== 'airlock' && (
        <ServerTestButton
          name={shown}
          test={test}
          onTest={() => run({ type: 'session', sessionId, name })}
          onCancel={cancel}
        />
      )}
    </li>
  );
}
