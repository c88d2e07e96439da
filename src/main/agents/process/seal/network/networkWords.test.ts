import { describe, expect, it } from 'vitest';
import { networkWords } from './networkWords';
import { proxyVariables } from './proxyVariables';

const listed = (...rules: string[]) => rules.map((rule) => ({ rule, why: '' }));
const words = (...rules: string[]) => networkWords({ type: 'hosts', hosts: listed(...rules) });

describe('the words about a network', () => {
  it('name the gap of an open one', () => {
    expect(networkWords({ type: 'open' })).toContain('reach the network');
    expect(networkWords({ type: 'open' })).toContain('abstract sockets, such as the X server');
    expect(networkWords({ type: 'open-until-restart' })).toContain('restart it');
  });

  it('name the hosts, and count those that are too many', () => {
    expect(words()).toContain('reach no host at all.');
    expect(words('a.test')).toContain('reach only this host: a.test.');
    expect(words('a.test', '*.b.test')).toContain('only these hosts: a.test and *.b.test.');
    expect(words('1', '2', '3', '4', '5', '6', '7', '8')).toContain('6 and 2 others');
    expect(words('a.test')).not.toContain('reach the network');
  });
});

describe('the variables of a proxy', () => {
  it('have both spellings, and leave the loopback addresses to the agent', () => {
    expect(proxyVariables(listed('a.test'))).toMatchObject({
      HTTPS_PROXY: 'http://127.0.0.1:3128',
      https_proxy: 'http://127.0.0.1:3128',
      NO_PROXY: 'localhost,127.0.0.1,::1',
      no_proxy: 'localhost,127.0.0.1,::1',
      NODE_USE_ENV_PROXY: '1',
    });
  });

  it('send what is listed of this computer through the proxy', () => {
    const hosts = listed('127.0.0.1:11434', '[::1]:80');
    expect(proxyVariables(hosts).NO_PROXY).toBe('localhost');
  });
});
