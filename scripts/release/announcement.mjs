import { createHash, createPrivateKey, sign } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../setup/failure.mjs';

/** Describes a release file for an announcement: its address, size and hash. */
export async function describeFile(path, baseUrl) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  const { size } = await stat(path);
  const name = basename(path);
  return { url: new URL(name, baseUrl).href, size, sha512: hash.digest('base64') };
}

/**
 * The kind by which apps find a file for their system, from its name; null if it cannot be
 * installed.
 */
export function kindOf(name) {
  const arch = /arm64|aarch64/.test(name) ? 'arm64' : 'x64';
  if (/source-maps/.test(name)) return null;
  if (name.endsWith('.exe')) return 'nsis-x64';
  const kind = ['tar.gz', 'deb', 'rpm', 'dmg', 'zip'].find((ending) => name.endsWith(`.${ending}`));
  if (kind === undefined) return null;
  return kind === 'dmg' || kind === 'zip' ? `${kind}-universal` : `${kind}-${arch}`;
}

/**
 * The announcement with its signature, as apps read it. The key is Ed25519, as base64 of PKCS 8.
 */
export function signAnnouncement(manifest, privateKey) {
  const key = createPrivateKey({
    key: Buffer.from(privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const signed = Buffer.from(JSON.stringify(manifest));
  return `${JSON.stringify({
    signed: signed.toString('base64'),
    signature: sign(null, signed, key).toString('base64'),
  })}\n`;
}

/** The part of the changelog for a version, or the unreleased part if it has none. */
export function notesOf(changelog, version) {
  const parts = changelog.split(/^## /m).slice(1);
  const isOf = (part) =>
    part
      .split('\n', 1)[0]
      .split(/[^\w.+-]+/)
      .includes(version);
  const part = parts.find(isOf) ?? parts[0] ?? '';
  return part.slice(part.indexOf('\n') + 1).trim();
}

/** Apps compare three numbers, and cannot read an announcement of any other version. */
export function checkVersion(version) {
  if (/^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(version)) return version;
  throw new Failure(
    `Version "${version}" is not three numbers, so that no app could read its announcement.`,
    'publish a trial version without announcing it, or set three numbers in package.json.',
  );
}
