import { describe, expect, it } from 'vitest';
import type { HostRefusal } from '#shared/session/network';
import { SessionNetworks } from './sessionNetworks';

const owner = { project: ['/work/app'], copy: '/copies/1', agentId: 'claude' };
const refusal: HostRefusal = {
  host: 'evil.test',
  port: 443,
  reason: 'unlisted',
  rule: 'evil.test',
};

function networks(agent: readonly string[] | undefined, hosts: readonly string[], limit = false) {
  const lists = { agent, hosts, isLimited: limit };
  const made = new SessionNetworks({
    agent: () => lists.agent,
    project: () => ({ hosts: lists.hosts, isLimited: lists.isLimited }),
  });
  return { made, lists };
}

describe('the network of a session', () => {
  it('is open where neither agent nor project limits it', () => {
    const { made } = networks(undefined, ['a.test']);
    expect(made.wanted(owner)).toEqual({ type: 'open' });
  });

  it('has the hosts of agent, project and session, each once and with its reason', () => {
    const { made } = networks(['a.test'], ['a.test', 'b.test']);
    using _ = made.attend(owner.copy, { hosts: () => ['c.test'], onRefused: () => undefined });
    expect(made.wanted(owner)).toEqual({
      type: 'hosts',
      hosts: [
        { rule: 'a.test', why: 'in the agent’s settings' },
        { rule: 'b.test', why: 'allowed for this project' },
        { rule: 'c.test', why: 'allowed for this session' },
      ],
    });
  });

  it('is limited by the project alone, and to nothing by an empty list', () => {
    const byProject = networks(undefined, [], true);
    expect(byProject.made.wanted(owner)).toEqual({ type: 'hosts', hosts: [] });
    expect(networks([], []).made.wanted(owner)).toEqual({ type: 'hosts', hosts: [] });
  });

  it('applies what the user allows immediately', () => {
    const { made, lists } = networks(['a.test'], []);
    const to = { host: 'b.test', port: 443 };
    expect(made.permit(owner, to)).toBeNull();
    lists.hosts = ['b.test'];
    expect(made.permit(owner, to)).toBe('public');
    lists.hosts = ['not a host'];
    expect(made.permit(owner, to)).toBeNull();
  });

  it('tells its own session of what was refused, and no other', () => {
    const { made } = networks([], []);
    const told: string[] = [];
    const session = (name: string) => ({ hosts: () => [], onRefused: () => told.push(name) });
    const one = made.attend(owner.copy, session('one'));
    using _other = made.attend('/copies/2', session('other'));
    made.refused(owner, refusal);
    one.dispose();
    made.refused(owner, refusal);
    expect(told).toEqual(['one']);
  });
});
