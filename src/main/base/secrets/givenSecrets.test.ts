import { describe, expect, it } from 'vitest';
import { secretsGiven } from './givenSecrets';
import { SecretValues } from './secretValues';

describe('secretsGiven', () => {
  it('finds them by name, by format, in addresses and in arguments', () => {
    const variables = {
      HOME: '/home/me',
      SERVICE_TOKEN: 'by-name',
      PLAIN: 'sk-abcdefgh12345678',
      DATABASE_URL: 'postgres://me:by-address@localhost/db',
    };
    const args = ['--api-key', 'by-argument', '--client-secret=by-assignment', '--model', 'x'];
    expect(secretsGiven(variables, args)).toEqual([
      'by-name',
      'sk-abcdefgh12345678',
      'by-address',
      'by-argument',
      'by-assignment',
    ]);
  });

  it.each(['DBPASS', 'PGPASS', 'AUTH', 'PROXYAUTH', 'DBPWD', 'MYSQL_PWD', 'GH_PAT'])(
    'recognises a secret by the name %s',
    (name) => {
      expect(secretsGiven({ [name]: 'x4Jq9ZpL2mVt' })).toEqual(['x4Jq9ZpL2mVt']);
    },
  );

  it('finds none in an ordinary environment', () => {
    const variables = {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      PWD: '/home/me/project',
      OLDPWD: '/home/me',
      HOME: '/home/me',
      SHELL: '/bin/zsh',
      LANG: 'en_US.UTF-8',
      TERM: 'xterm-256color',
      SSH_AUTH_SOCK: '/run/user/1000/keyring/ssh',
      XDG_SESSION_ID: '3',
      DBUS_SESSION_BUS_ADDRESS:
        'unix:path=/run/user/1000/bus,guid=0123456789abcdef0123456789abcdef',
      LS_COLORS: 'rs=0:di=01;34:ln=01;36',
      NODE_OPTIONS: '--max-old-space-size=4096',
      COMPASS: 'north-north-west',
      BYPASS: 'localhost,example.com',
      KEY_TYPE: 'rsa4096',
    };
    expect(secretsGiven(variables)).toEqual([]);
  });

  const secret = 'x4Jq9ZpL2mVt7RbK0sWd';
  const pair = Buffer.from(`me:${secret}`).toString('base64');
  it.each<readonly [args: readonly string[]]>([
    [['--header', `Authorization: Bearer ${secret}`]],
    [['--header', `X-Api-Key: ${secret}`]],
    [['--header', `X-Api-Key:${secret}`]],
    [[`--header=X-Api-Key: ${secret}`]],
    [['--header', `Authorization: Basic ${pair}`]],
    [['-H', `Cookie: session=${secret}`]],
    [['--api.key', secret]],
    [['-c', `API_TOKEN="${secret}" exec agent`]],
    [['-c', `exec agent --token ${secret}`]],
    [['-c', `exec agent --token '${secret}' acp`]],
    [['-c', `providers.mine.api_key="${secret}"`]],
    [[`--config={"api_key":"${secret}"}`]],
    [['--mcp', `{"env":[{"name":"API_KEY","value":"${secret}"}]}`]],
    [['--mcp', `{"args":["--api-key","${secret}"]}`]],
    [[`https://${secret}@example.com/`]],
    [[`https://example.com/mcp?api_key=${secret}`]],
    [['--mcp', `{"url":"https://example.com/mcp?api_key=${secret}"}`]],
    [[`/password:${secret}`]],
    [[`--password:${secret}`]],
    [[`https://example.com/blob?sv=1&sig=${secret}`]],
    [[`https://example.com/?X-Amz-Signature=${secret}&x=y`]],
    [['-u', `me:${secret}`]],
    [[`--user=me:${secret}`]],
    [['-c', `curl -u 'me:${secret}' https://example.com`]],
    [['-c', `curl --proxy-user me:${secret} https://example.com`]],
  ])('recognises a secret in the arguments %j', (args) => {
    expectKnown(secret, secretsGiven({}, args));
  });

  it.each([
    `--api-key ${secret}`,
    `Bearer ${secret}`,
    `X-Title: mine\nX-Api-Key: ${secret}`,
    `Authorization=Bearer%20${secret},x=y`,
    `authorization=Basic ${pair}`,
    `Server=here;Uid=me;Pwd=${secret};`,
    `token=${secret.toLowerCase()},${secret}`,
    `https://example.com/mcp?api_key=${secret}`,
    `server=https://example.com/mcp?api_key=${secret}`,
    `Server: https://example.com/mcp?x=y&api_key=${secret}`,
    `host=here password='${secret}'`,
    `api_key: ${secret}`,
    `api_key = "${secret}"`,
    `[{"name":"API_KEY","value":"${secret}"}]`,
  ])('recognises a secret in a variable of any name: %j', (value) => {
    expectKnown(secret, secretsGiven({ ANY: value }));
  });

  it('treats a password with an @ as one', () => {
    expect(secretsGiven({}, ['https://me:with@sign@example.com/'])).toEqual(['with@sign']);
  });

  it('recognises arguments that have the form of a token, also encoded', () => {
    const token = `sk-${secret}`;
    const args = [token, `--as=${token}`];
    for (const arg of args)
      expectKnown(Buffer.from(token).toString('base64'), secretsGiven({}, [arg]));
  });

  it('finds no secret in ordinary arguments and options', () => {
    const variables = {
      PATH: '/opt/monkey:/usr/local/bin:/usr/bin',
      LESS: '--mouse --quit-if-one-screen',
      FZF_DEFAULT_OPTS: '--bind ctrl-a:select-all --height 40%',
      GIT_SSH_COMMAND: 'ssh -i /home/me/.ssh/id_ed25519 -o IdentitiesOnly=yes',
      DOCS: 'https://example.com/mcp?page=authentication-of-users',
      HELP: 'See https://me@example.com/a:b and http://localhost:3000/@me.',
    };
    const args = ['-c', 'read key; API_TOKEN=$TOKEN_OF_MINE exec agent --token "$OTHER_TOKEN"'];
    const user = [
      '-u',
      'www-data:www-data',
      '--user',
      '"$ME:$PASS"',
      '-u',
      'https://example.com/a',
      '-u',
      'C:\\Users\\me\\server.py',
      '-u',
      'C:/Users/me/server.py',
    ];
    const signs = [
      '--signal=SIGTERM-then-KILL',
      '--design:modern-and-plain',
      'C:/password/of-mine',
    ];
    expect(secretsGiven(variables, [...args, ...user, ...signs])).toEqual([]);
  });
});

function expectKnown(secret: string, given: readonly string[]): void {
  const values = new SecretValues();
  using _ = values.add(given);
  expect(values.redact(`It is ${secret}, you know.`)).not.toContain(secret.slice(0, 9));
}
