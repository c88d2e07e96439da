import { describe, expect, it } from 'vitest';
import { namedIn, partsOf } from './secretParts';

const random = 'x4Jq9ZpL2mVt7RbK0sWd';

describe('partsOf', () => {
  it.each([
    `Bearer ${random}`,
    `Basic ${Buffer.from(`me:${random}`).toString('base64')}`,
    `user:${random}`,
    `Endpoint=https://example.com;AccountKey=${random}==;Suffix=core.example.com`,
    JSON.stringify({ type: 'service_account', any: random }),
    JSON.stringify({ deep: [{ password: random }] }),
  ])('finds the usable parts of %j', (secret) => {
    expect(partsOf(secret)).toContain(random);
  });

  it('includes a password that does not look like one', () => {
    expect(partsOf('postgres:hunter2-hunter')).toContain('hunter2-hunter');
  });

  it('splits a long value into pieces that make it up', () => {
    const long = `${random}-`.repeat(300);
    expect(partsOf(long).join('')).toBe(long);
    expect(partsOf(long).length).toBeGreaterThan(3);
  });

  it('ignores names, hosts and addresses in it', () => {
    const account = {
      type: 'service_account',
      project_id: 'my-project-1234567',
      client_email: 'robot@my-project-1234567.iam.example.com',
      client_id: '104857600104857600123',
      tenant: '550e8400-e29b-41d4-a716-446655440000',
      auth_uri: 'https://accounts.example.com/o/oauth2/auth',
    };
    const parts = partsOf(JSON.stringify(account));
    for (const value of Object.values(account)) expect(parts).not.toContain(value);
    expect(partsOf('Name=development;Region=europe-west1;Key=short')).toHaveLength(1);
  });

  it('distinguishes a key with slashes from a path', () => {
    expect(partsOf(`/x4Jq9ZpL2mVt/${random}`)).toEqual([`/x4Jq9ZpL2mVt/${random}`]);
    for (const path of [
      '/home/me/.ssh/id_ed25519',
      '/Applications/Xcode15.app/Contents/Developer',
      '/Users/me/Library/Application Support/Keys2024/service-account.json',
    ]) {
      expect(partsOf(path)).toEqual([]);
    }
  });
});

it('finds the value after the name of a secret inside another text', () => {
  expect(namedIn('-Dmode=fast -Dstore.password=by-assignment')).toEqual(['by-assignment']);
  expect(namedIn('--max-old-space-size=40960 PATH=/usr/bin:/bin')).toEqual([]);
});

it('takes a value without its padding, and each line of a value within others, for parts', () => {
  expect(partsOf('Abcdef-1234==')).toContain('Abcdef-1234');
  const parts = partsOf('a: 1\nsome_token="correct-horse\nbattery-staple"');
  expect(parts).toEqual(expect.arrayContaining(['correct-horse', 'battery-staple']));
});
