import { describe, expect, it, vi } from 'vitest';
import { trustedFetch } from './trustedFetch';

const answer = (text: string) => vi.fn(async () => new Response(text));
const refusal = (message: string) => vi.fn(() => Promise.reject(new Error(message)));

describe('trustedFetch', () => {
  it('asks Node only where Chromium does not trust a certificate', async () => {
    const node = answer('node');
    const trusted = trustedFetch(refusal('net::ERR_CERT_AUTHORITY_INVALID'), node);
    expect(await (await trusted('https://example.com')).text()).toBe('node');
    expect(node).toHaveBeenCalledOnce();
  });

  it('keeps the answer and every other failure of Chromium', async () => {
    const node = answer('node');
    const good = await trustedFetch(answer('chromium'), node)('https://example.com');
    expect(await good.text()).toBe('chromium');
    const down = trustedFetch(refusal('net::ERR_CONNECTION_REFUSED'), node);
    await expect(down('https://example.com')).rejects.toThrow('REFUSED');
    expect(node).not.toHaveBeenCalled();
  });

  it('fails where Node does not trust it either', async () => {
    const neither = trustedFetch(
      refusal('net::ERR_CERT_DATE_INVALID'),
      refusal('certificate has expired'),
    );
    await expect(neither('https://example.com')).rejects.toThrow('expired');
  });
});
