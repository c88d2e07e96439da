import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

/**
 * Ways in which an agent that may reach only listed hosts may try to reach others. Each wants the word
 * "secret" of a listener on this computer. Those `through` the proxy take it where there is one, and
 * go straight to the host otherwise, so that they succeed without a seal.
 */
export const networkAttempts = [
  // Past the proxy.
  direct('straight-to-port', ({ port }) => ({ host: '127.0.0.1', port })),
  direct('straight-to-other-loopback', ({ port }) => ({ host: '127.0.0.2', port })),
  direct('straight-to-own-address', ({ port, address }) => ({ host: address, port })),
  direct('abstract-socket', ({ abstract }) => ({ path: `\0${abstract}` })),
  {
    name: 'abstract-socket-listed',
    network: true,
    run: ({ abstract }) => readFileSync('/proc/self/net/unix', 'latin1').includes(abstract),
  },
  { name: 'datagram', network: true, run: ({ datagrams }) => answersDatagram(datagrams) },
  {
    name: 'network-of-another-process',
    network: true,
    run: ({ pid, port }) =>
      shellGets(
        `nsenter -t ${pid} -n ${reading(port)} 2>/dev/null || nsenter -t ${pid} -U -n ${reading(port)} 2>/dev/null || ${reading(port)}`,
      ),
  },
  {
    name: 'network-of-a-new-namespace',
    network: true,
    run: ({ port }) => shellGets(`unshare -Urn ${reading(port)} 2>/dev/null || ${reading(port)}`),
  },

  // By the proxy: addresses in every spelling.
  ...['127.0.0.1', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '0.0.0.0'].map((host) =>
    through(`proxied-${host}`, ({ port }) => `${host}:${port}`),
  ),
  through('proxied-own-address', ({ port, address }) => `${address}:${port}`),
  // By names: one that no list has, and a listed one that leads here, at a port that the entry does not have.
  through('proxied-name', ({ port }) => `LOCALHOST:${port}`),
  through('proxied-odd-port', ({ port }) => `localhost:${port}`),
  // A listed host may not hand the request on to another.
  {
    name: 'redirected',
    network: true,
    run: async ({ listed }) => {
      const first = await get(`127.0.0.1:${listed}`, '/elsewhere');
      const [, authority, path] = /^location: http:\/\/([^/]*)(.*)$/im.exec(first) ?? [];
      return authority !== undefined && (await get(authority, path.trim())).includes('secret');
    },
  },
  {
    name: 'second-request',
    network: true,
    run: async ({ listed, port }) => {
      const [one, other] = [`127.0.0.1:${listed}`, `127.0.0.1:${port}`];
      const proxy = proxyPort();
      if (proxy === null) return (await get(other, '/')).includes('secret');
      const requests = `GET http://${one}/ HTTP/1.1\r\nHost: ${one}\r\n\r\nGET http://${other}/ HTTP/1.1\r\nHost: ${other}\r\nConnection: close\r\n\r\n`;
      return (await exchange({ host: '127.0.0.1', port: proxy }, requests)).includes('secret');
    },
  },
  {
    name: 'other-host-in-header',
    network: true,
    run: async ({ listed, port }) => {
      const proxy = proxyPort();
      if (proxy === null) return (await get(`127.0.0.1:${port}`, '/')).includes('secret');
      const request = `GET http://127.0.0.1:${listed}@127.0.0.1:${port}/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
      return (await exchange({ host: '127.0.0.1', port: proxy }, request)).includes('secret');
    },
  },
];

function direct(name, to) {
  return {
    name,
    network: true,
    run: async (world) => (await exchange(to(world), 'GET / HTTP/1.0\r\n\r\n')).includes('secret'),
  };
}

/** As a request and as a tunnel. */
function through(name, authorityOf) {
  return {
    name,
    network: true,
    run: async (world) => {
      const authority = authorityOf(world);
      const answers = [await get(authority, '/'), await tunnelled(authority)];
      return answers.some((answer) => answer.includes('secret'));
    },
  };
}

function proxyPort() {
  const { HTTP_PROXY: proxy } = process.env;
  return proxy ? Number(new URL(proxy).port) : null;
}

function placeOf(authority) {
  const [, host, port] = /^(.*):(\d+)$/.exec(authority);
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

function get(authority, path) {
  const proxy = proxyPort();
  const rest = `HTTP/1.1\r\nHost: ${authority}\r\nConnection: close\r\n\r\n`;
  return proxy === null
    ? exchange(placeOf(authority), `GET ${path} ${rest}`)
    : exchange({ host: '127.0.0.1', port: proxy }, `GET http://${authority}${path} ${rest}`);
}

function tunnelled(authority) {
  const proxy = proxyPort();
  if (proxy === null) return get(authority, '/');
  const ask = `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\nGET / HTTP/1.0\r\n\r\n`;
  return exchange({ host: '127.0.0.1', port: proxy }, ask);
}

/** All that comes until the other side ends it; empty if it cannot be reached. */
function exchange(to, text) {
  return new Promise((resolve) => {
    let got = '';
    const socket = connect({ ...to, timeout: 10_000 });
    socket.on('connect', () => socket.write(text));
    socket.on('data', (chunk) => {
      got += chunk;
    });
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(got));
  });
}

function answersDatagram(port) {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const end = (isReached) => {
      socket.close();
      resolve(isReached);
    };
    socket.once('message', (message) => end(`${message}`.includes('secret')));
    socket.once('error', () => end(false));
    // Connected: then the system tells that nobody listens.
    socket.connect(port, '127.0.0.1', () => socket.send('hello'));
  });
}

function reading(port) {
  return `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port} && printf "GET / HTTP/1.0\\r\\n\\r\\n" >&3 && cat <&3'`;
}

function shellGets(script) {
  const { stdout } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
  return stdout.includes('secret');
}
