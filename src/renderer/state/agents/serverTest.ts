import { useEffect, useRef, useState } from 'react';
import { AppException } from '#shared/errors';
import type { McpTestTarget } from '#shared/ipc/mcp';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import type { ServerTest } from '#window/ui/ServerTestView';

export interface ServerTesting {
  readonly test: ServerTest;
  run(target: McpTestTarget): void;
  cancel(): void;
  /** Clears the result, which is about another server by now. */
  forget(): void;
}

/** Tests of one MCP server. A running test is cancelled when the component is removed. */
export function useServerTest(): ServerTesting {
  const [test, setTest] = useState<ServerTest>({ type: 'none' });
  const running = useRef<string | null>(null);
  const cancel = () => {
    const testId = running.current;
    running.current = null;
    if (testId === null) return;
    setTest({ type: 'none' });
    call('mcp.cancelTest', { testId }).catch(reportError);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is removed.
  useEffect(() => cancel, []);
  const run = (target: McpTestTarget) => {
    const testId = crypto.randomUUID();
    running.current = testId;
    setTest({ type: 'running' });
    const done = (outcome: ServerTest) => {
      if (running.current !== testId) return;
      running.current = null;
      setTest(outcome);
    };
    call('mcp.test', { testId, target }).then(
      (report) => done({ type: 'passed', report }),
      (error: unknown) =>
        done({
          type: 'failed',
          message: errorMessage(error),
          printed: (error instanceof AppException && error.detail) || null,
        }),
    );
  };
  return { test, run, cancel, forget: () => setTest({ type: 'none' }) };
}
