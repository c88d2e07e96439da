/** The memory of the page's own objects, without garbage. */
export async function heapOf(page) {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize;
  } finally {
    await session.detach();
  }
}

export async function memoryOf(page, app) {
  const metrics = await app.evaluate(({ app: program }) => program.getAppMetrics());
  const working = (type) =>
    metrics
      .filter((one) => one.type === type)
      .reduce((total, { memory }) => total + memory.workingSetSize * 1_024, 0);
  return { heap: await heapOf(page), window: working('Tab'), main: working('Browser') };
}
