import { ConnectionError } from '#main/agents/connection';

/** The answer, or a rejection when the time is up: some agents never answer. */
export async function answeredWithin<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ConnectionError('timeout', 'The agent did not answer in time.'));
    }, milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
