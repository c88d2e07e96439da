import { describe, expect, it } from 'vitest';
import { secretsGiven } from './givenSecrets';

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
});
