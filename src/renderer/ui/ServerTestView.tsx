import { FlaskConical, X } from 'lucide-react';
import type { McpTestReport } from '#shared/ipc/mcp';
import { counted } from '#shared/text/counted';
import { Button } from './form/Button';
import styles from './ServerTestView.module.css';
import { visibleLine, visibleText } from './text/visibleText';

/** The progress or result of testing an MCP server. */
export type ServerTest =
  | { readonly type: 'none' }
  | { readonly type: 'running' }
  | { readonly type: 'passed'; readonly report: McpTestReport }
  | { readonly type: 'failed'; readonly message: string; readonly printed: string | null };

interface ServerTestButtonProps {
  readonly name: string;
  readonly test: ServerTest;
  onTest(): void;
  onCancel(): void;
}

/** Starts or cancels the test. */
export function ServerTestButton({ name, test, onTest, onCancel }: ServerTestButtonProps) {
  return test.type === 'running' ? (
    <Button size="small" icon={X} aria-label={`Cancel the test of ${name}`} onClick={onCancel}>
      Cancel
    </Button>
  ) : (
    <Button size="small" icon={FlaskConical} aria-label={`Test ${name}`} onClick={onTest}>
      Test
    </Button>
  );
}

/** The result of a test: the server's tools, or the error and the server's output. */
export function ServerTestOutcome({ test }: { readonly test: ServerTest }) {
  switch (test.type) {
    case 'none':
      return null;
    case 'running':
      return (
        <p className={styles.note} role="status">
          Starting the server and asking for its tools…
        </p>
      );
    case 'failed':
      return (
        <div className={styles.failed} role="alert">
          <p>{visibleLine(test.message)}</p>
          {test.printed !== null && (
            <pre className={styles.printed}>{visibleText(test.printed)}</pre>
          )}
        </div>
      );
    case 'passed':
      return <Tools report={test.report} />;
  }
}

function Tools({ report }: { readonly report: McpTestReport }) {
  const { name, version, tools, isComplete, milliseconds } = report;
  const who = [name, version].filter((part) => part !== null).join(' ');
  const seconds = `${(milliseconds / 1_000).toFixed(1)} s`;
  const count = `${isComplete ? '' : 'More than '}${counted(tools.length, 'tool')}`;
  return (
    <div className={styles.passed} role="status">
      <p>
        It works{who === '' ? '' : `: ${visibleLine(who)}`} · {count} · {seconds}
      </p>
      {tools.length > 0 && (
        <ul className={styles.tools} aria-label="Tools">
          {tools.map((tool, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a server may repeat a name.
            <li key={index}>
              <code>{visibleLine(tool.name)}</code>
              {tool.description !== null && (
                <span className={styles.description}>{visibleLine(tool.description)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
