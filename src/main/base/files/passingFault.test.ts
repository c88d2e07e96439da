import { describe, expect, it } from 'vitest';
import { isPassing, patiently } from './passingFault';

const fault = (code: string) => Object.assign(new Error(code), { code });

describe('transient file errors', () => {
  it.each([
    'EMFILE',
    'ENFILE',
    'EIO',
    'EAGAIN',
    'EBUSY',
    'ENOMEM',
    'EINTR',
    'ETXTBSY',
    'ESTALE',
    'ETIMEDOUT',
  ])('include %s', (code) => expect(isPassing(fault(code))).toBe(true));

  it.each(['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'ELOOP'])('do not include %s', (code) => {
    expect(isPassing(fault(code))).toBe(false);
  });

  it('are retried', async () => {
    const answers = [fault('EIO'), fault('EMFILE'), 'content'];
    const read = async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    };
    expect(await patiently(read)).toBe('content');
  });

  it('are reported if they persist, and other errors at once', async () => {
    let attempts = 0;
    const failing = (code: string) => async () => {
      attempts++;
      throw fault(code);
    };
    await expect(patiently(failing('EIO'))).rejects.toMatchObject({ code: 'EIO' });
    expect(attempts).toBe(5);
    await expect(patiently(failing('EISDIR'))).rejects.toMatchObject({ code: 'EISDIR' });
    expect(attempts).toBe(6);
  });
});
