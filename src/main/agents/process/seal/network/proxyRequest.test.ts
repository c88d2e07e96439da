import { describe, expect, it } from 'vitest';
import { endToEnd, forwardedRequest, tunnelDestination } from './proxyRequest';

const request = (url: string, ...rawHeaders: string[]) => ({ url, rawHeaders, httpVersion: '1.1' });

describe('a request for a tunnel', () => {
  it('names host and port', () => {
    expect(tunnelDestination(request('Example.com:443', 'Host', 'example.com:443'))).toEqual({
      host: 'example.com',
      port: 443,
    });
  });

  it.each([
    request('example.com'),
    request('http://example.com:443'),
    request('/'),
    request('*'),
    request('allowed.test@evil.test:443'),
    request('allowed.test:443', 'Host', 'allowed.test', 'host', 'evil.test'),
  ])('is refused: %j', (given) => {
    expect(tunnelDestination(given)).toBeNull();
  });
});

describe('a request for an http address', () => {
  it('is sent on with the host of the address, and without what is about the connection', () => {
    const given = request(
      'http://Example.com:8080/a?b=c',
      ...['Host', 'example.com:8080', 'Accept', '*/*', 'Proxy-Authorization', 'Basic x'],
      ...['Connection', 'keep-alive, X-Own', 'X-Own', '1', 'Content-Length', '3'],
      ...['Upgrade', 'h2c', 'Cookie', 'a=b', 'Cookie', 'c=d'],
    );
    expect(forwardedRequest(given)).toEqual({
      destination: { host: 'example.com', port: 8080 },
      path: '/a?b=c',
      headers: [
        ...['Host', 'example.com:8080', 'Accept', '*/*', 'Content-Length', '3'],
        ...['Cookie', 'a=b', 'Cookie', 'c=d', 'Connection', 'close'],
      ],
    });
  });

  it.each([
    ['http://example.com', '/'],
    ['HTTP://example.com?a', '/?a'],
    ['http://example.com//evil.test/', '//evil.test/'],
  ])('%s asks for %s', (url, path) => {
    expect(forwardedRequest(request(url, 'Host', 'example.com'))?.path).toBe(path);
  });

  it('frames a body in pieces again', () => {
    const given = request('http://a.test/', 'Host', 'a.test', 'Transfer-Encoding', 'chunked');
    expect(forwardedRequest(given)?.headers).toContain('chunked');
  });

  it.each([
    request('/', 'Host', 'example.com'),
    request('https://example.com/', 'Host', 'example.com'),
    request('ftp://example.com/', 'Host', 'example.com'),
    request('http://user:pass@example.com/', 'Host', 'example.com'),
    request('http://allowed.test\\@evil.test/', 'Host', 'allowed.test'),
    request('http://example.com#@evil.test/', 'Host', 'example.com'),
    request('http://example.com/#x', 'Host', 'example.com'),
    request('http://example.com/'),
    request('http://example.com/', 'Host', 'evil.test'),
    request('http://example.com/', 'Host', 'example.com:81'),
    request('http://example.com/', 'Host', ''),
    request('http://example.com/', 'Host', 'example.com', 'HOST', 'example.com'),
    request('http:///path', 'Host', ''),
  ])('is refused: %j', (given) => {
    expect(forwardedRequest(given)).toBeNull();
  });

  it('needs no host besides its address in HTTP/1.0', () => {
    const given = { url: 'http://example.com/', rawHeaders: [], httpVersion: '1.0' };
    expect(forwardedRequest(given)?.destination.host).toBe('example.com');
  });
});

describe('headers', () => {
  it('keep the length of the body, whatever the connection says', () => {
    const given = ['Connection', 'content-length', 'Content-Length', '3'];
    expect(endToEnd(given)).toEqual(['Content-Length', '3']);
  });
});
