/** Waits for all of them, also where one fails, so that each has tidied up; then throws the first error. */
export async function together(works) {
  const results = await Promise.allSettled(works);
  for (const { status, reason } of results) if (status === 'rejected') throw reason;
  return results.map(({ value }) => value);
}
