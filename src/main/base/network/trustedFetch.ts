type Fetch = typeof globalThis.fetch;

/** Whether an address was refused because of its certificate, rather than unreachable. */
export function isCertificateError(error: unknown): boolean {
  const { message, code, cause } = error as Error & { code?: unknown };
  const words = [message, String(code), cause instanceof Error ? String(cause.message) : ''];
  return words.some((text) => /ERR_CERT_|CERT_|certificate/i.test(text ?? ''));
}

/**
 * Tries Chromium first, which knows the system's proxies and certificates, but not those named in
 * `NODE_EXTRA_CA_CERTS`, which companies set for npm. Node knows them, and checks certificates as
 * strictly.
 */
export function trustedFetch(chromium: Fetch, node: Fetch): Fetch {
  return async (input, init) => {
    try {
      return await chromium(input, init);
    } catch (error) {
      if (!isCertificateError(error)) throw error;
      return node(input, init);
    }
  };
}
