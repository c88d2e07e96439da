import { expect } from 'vitest';
import type { AgentConnection } from '#main/agents/connection';
import { mutationsOf } from './mutations';

/** Expects a connection, or an error that says why, whatever is wrong with an introduction. */
export async function expectTakenOrRefused(
  introduction: object,
  connect: (introduction: unknown) => Promise<AgentConnection>,
): Promise<void> {
  for (const { value } of mutationsOf(introduction)) {
    const outcome = await connect(value).catch((error: unknown) => error);
    expect(outcome).toHaveProperty('name' in (outcome as object) ? 'code' : 'powers');
  }
}
