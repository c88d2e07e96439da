import { expect, it } from 'vitest';
import { addressProblem } from './agentAddress';
import { isBelow } from './agentFolder';

it.each([
  'wss://example.com',
  'wss://example.com:8443/agent?x=1',
  'WSS://Example.com/',
  'ws://localhost:3000/acp',
  'ws://127.0.0.1:3000',
  'ws://[::1]:3000/',
])('lets %s be', (address) => {
  expect(addressProblem(address)).toBeNull();
});

it.each([
  'http://example.com',
  'ws://example.com',
  'ws://localhost.example.com',
  'ws://127.0.0.1.example.com',
  'ws://0x7f000001@example.com',
  'ws://example.com#@localhost',
  'wss://user:password@example.com',
  'wss://',
  'wss:// example.com',
  'file:///etc/passwd',
  'example.com',
  '',
])('refuses %s', (address) => {
  expect(addressProblem(address)).toEqual(expect.any(String));
});

it('lets messages go unencrypted where the settings say so', () => {
  expect(addressProblem('ws://example.com', true)).toBeNull();
  expect(addressProblem('http://example.com', true)).not.toBeNull();
});

it.each([
  ['packages/app', true],
  ['a..b', true],
  ['.', true],
  ['..', false],
  ['a/../../b', false],
  ['a\\..\\..\\b', false],
  ['/etc', false],
  ['\\\\host\\share', false],
  ['C:\\Windows', false],
  ['~/elsewhere', false],
])('knows whether %s is below a folder: %s', (path, expected) => {
  expect(isBelow(path)).toBe(expected);
});
