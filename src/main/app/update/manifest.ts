import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/errors';

/** A file of a release. */
const fileSchema = z.object({
  url: z.url({ protocol: /^https?$/ }),
  size: z.int().positive().max(2_000_000_000),
  /** The hash in base64. */
  sha512: z.string().length(88),
});

const manifestSchema = z.object({
  format: z.literal(1),
  version: z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/),
  /**
   * The number of the announcement: a number lower than the last one is a replayed old
   * announcement.
   */
  sequence: z.int().nonnegative(),
  /** The changelog's section for this version, as Markdown. */
  notes: z.string().max(100_000),
  /** Files by the kind of installation and the processor, such as `deb-x64`. */
  files: z.record(z.string(), fileSchema),
});

export type UpdateFile = z.infer<typeof fileSchema>;
export type UpdateManifest = z.infer<typeof manifestSchema>;

const envelopeSchema = z.object({ signed: z.base64(), signature: z.base64() });

/** Reads an announcement. Nothing in it is used before its signature is verified. */
export function readManifest(text: string, publicKey: string): Result<UpdateManifest> {
  try {
    const envelope = envelopeSchema.parse(JSON.parse(text));
    const signed = Buffer.from(envelope.signed, 'base64');
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    });
    const isOurs =
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, signed, key, Buffer.from(envelope.signature, 'base64'));
    if (!isOurs)
      return fail(
        'refused',
        'The announcement of the new version is not signed with Airlock’s key.',
      );
    return ok(manifestSchema.parse(JSON.parse(signed.toString('utf8'))));
  } catch {
    return fail('invalid-input', 'The announcement of the new version cannot be read.');
  }
}
