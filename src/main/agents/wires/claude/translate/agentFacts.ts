import type { AgentFact } from '#shared/session/agent';
import type { SessionEvent } from '#shared/session/events';
import { identifier, type JsonRecord, labelOf, recordsOf, textOr, textsOf } from '../../json';
import { TOLD_HOOKS } from '../limits';

/** Claude Code's facts about itself, shown in the details of the agent. */
export class AgentFacts {
  private told = '';
  private readonly hooks: string[] = [];

  /** Reads `system/init`, which arrives with each turn. No events if nothing has changed. */
  init({ model, tools, mcp_servers: servers }: JsonRecord): readonly SessionEvent[] {
    const id = identifier(model);
    const facts = [
      { name: 'Model', values: id === null ? [] : [id] },
      { name: 'Tools', values: textsOf(tools) },
      { name: 'MCP servers', values: recordsOf(servers).map(serverText) },
    ].filter(({ values }) => values.length > 0);
    const text = JSON.stringify(facts);
    if (facts.length === 0 || text === this.told) return [];
    this.told = text;
    return [described(...facts)];
  }

  /** Reports a successful hook, which interests only users who look for it. */
  hook({ hook_name: name, stdout, output }: JsonRecord): readonly SessionEvent[] {
    const said = textOr(stdout, textOr(output, '')).trim().split('\n', 1)[0] ?? '';
    const words = labelOf(name, 'Hook without a name');
    if (this.hooks.length >= TOLD_HOOKS) this.hooks.shift();
    this.hooks.push(said === '' ? words : `${words}: ${said}`);
    return [described({ name: 'Hooks that ran', values: [...this.hooks] })];
  }
}

function described(...facts: readonly AgentFact[]): SessionEvent {
  return { type: 'agent.described', facts };
}

function serverText({ name, status }: JsonRecord): string {
  const words = labelOf(name, 'without a name');
  return typeof status === 'string' ? `${words} (${status})` : words;
}
