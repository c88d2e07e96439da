import { describe, expect, it } from 'vitest';
import type { AgentId } from '#shared/ids';
import { MemoryLogger } from '#test/support/memoryLogger';
import type { AgentDefinition } from './agents';
import { LOGGED_PROBLEMS } from './limits';
import { ProblemLog } from './problemLog';

const agent = (id: string): AgentDefinition => ({
  id: id as AgentId,
  name: id,
  command: id,
  args: [],
  env: {},
  wire: 'acp',
});

describe('ProblemLog', () => {
  it('logs protocol violations up to a limit per agent, and says where it stops', () => {
    const logger = new MemoryLogger();
    const log = new ProblemLog(logger);
    for (let count = 0; count < LOGGED_PROBLEMS + 50; count++) {
      log.add(agent('bad'), { type: 'unexpected', message: `${count}` });
    }
    log.add(agent('other'), { type: 'invalid', method: 'x', message: 'y' });
    const messages = logger.records.map(({ message }) => message);
    expect(messages).toHaveLength(LOGGED_PROBLEMS + 2);
    expect(messages.at(-2)).toBe('further violations are not logged');
    expect(logger.records.at(-1)?.fields).toMatchObject({ id: 'other' });
  });

  it('leaves lines that are not messages to the wire trace', () => {
    const logger = new MemoryLogger();
    new ProblemLog(logger).add(agent('bad'), { type: 'garbage', text: 'DEBUG' });
    expect(logger.records).toEqual([]);
  });
});
