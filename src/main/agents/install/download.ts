import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { StallTimer } from '#main/base/network/stallTimer';
import { isCertificateError } from '#main/base/network/trustedFetch';
import { InstallFailure } from './installFailure';

/** A checksum that a download must have. */
export interface Checksum {
  readonly algorithm: 'sha512' | 'sha256';
  readonly encoding: 'base64' | 'hex';
  readonly value: string;
}

export interface DownloadRequest {
  readonly url: string;
  /** The path of the file to write. */
  readonly to: string;
  readonly checksum: Checksum;
  readonly signal: AbortSignal;
  /** A download that sends nothing for this long is given up. */
  readonly stallMilliseconds: number;
  readonly maxBytes: number;
  readonly fetch: typeof globalThis.fetch;
  /** Called once with the size if the server tells it. */
  onSize?(bytes: number): void;
  onBytes?(bytes: number): void;
}

/** Downloads a file and checks its checksum, or rejects with an `InstallFailure`. */
export async function download(request: DownloadRequest): Promise<void> {
  const { url, to, checksum, maxBytes } = request;
  using stall = new StallTimer(request.stallMilliseconds, request.signal);
  const hash = createHash(checksum.algorithm);
  let received = 0;
  try {
    const response = await request.fetch(url, { signal: stall.signal });
    if (!response.ok || response.body === null) {
      throw new InstallFailure(
        'unavailable',
        `The download failed: ${hostOf(url)} answered with ${response.status}.`,
        url,
      );
    }
    const size = Number(response.headers.get('content-length') ?? Number.NaN);
    if (size > maxBytes) throw tooLarge(url);
    if (Number.isSafeInteger(size) && size > 0) request.onSize?.(size);
    const file = await open(to, 'wx', 0o600);
    try {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        stall.restart();
        received += chunk.length;
        if (received > maxBytes) throw tooLarge(url);
        hash.update(chunk);
        // `writeFile` writes the whole chunk: `write` may stop in the middle when the disk is
        // almost full.
        await file.writeFile(chunk);
        request.onBytes?.(chunk.length);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    throw explain(error, url, stall, request.signal);
  }
  if (hash.digest(checksum.encoding) !== checksum.value) {
    throw new InstallFailure(
      'refused',
      'A download does not match its checksum, so nothing was installed. Try again; if it happens again, the file was changed in transit or at its source.',
      `${url}\nexpected ${checksum.algorithm} ${checksum.value}`,
    );
  }
}

function tooLarge(url: string): InstallFailure {
  return new InstallFailure('refused', 'The download is too large. Nothing was installed.', url);
}

function explain(error: unknown, url: string, stall: StallTimer, signal: AbortSignal): Error {
  if (error instanceof InstallFailure) return error;
  if (signal.aborted) return new InstallFailure('cancelled', 'The installation was cancelled.');
  if (stall.isOver) {
    return new InstallFailure(
      'timeout',
      `The download stopped: ${hostOf(url)} has sent nothing for a while. Check your connection and try again.`,
      url,
    );
  }
  if (isFullDisk(error)) return error;
  if (isCertificateError(error)) {
    return new InstallFailure(
      'unavailable',
      `The download failed: the certificate of ${hostOf(url)} is not trusted. If your network has its own certificate, start Airlock with NODE_EXTRA_CA_CERTS set to its file.`,
      `${url}\n${(error as Error).message}`,
    );
  }
  const { cause, message } = error as Error & { cause?: { message?: string } };
  return new InstallFailure(
    'unavailable',
    `The download failed: ${hostOf(url)} could not be reached. Check your connection and try again.`,
    `${url}\n${cause?.message ?? message}`,
  );
}

/** The installer itself reports a full disk, for everything that it writes. */
function isFullDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC';
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host || 'the file' : 'the address';
}
