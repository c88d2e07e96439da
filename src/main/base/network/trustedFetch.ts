type Fetch = typeof globalThis.fetch;

/** Whether an address was refused because of who vouches for it, rather than not reached. */
export function isCertificateError(error: unknown): boolean {
  const { message, code, cause } = error as Error & { code?: unknown };
  const words = [message, String(code), cause instanceof Error ? String(cause.message) : ''];
  return words.some((text) => /ERR_CERT_|CERT_|certificate/i.test(text ?? ''));
}

/**
 * Chromium knows the proxies of the system and its certificates, but not those that `NODE_EXTRA_CA_CERTS` names, as
 * companies set it for npm. Node does; it checks certificates as strictly.
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
