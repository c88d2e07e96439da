import { probeSeal } from '#main/agents/process/seal/sealProbe';

/** Why tests of the seal are skipped here; null if they run. */
export async function whyNoSeal(): Promise<string | null> {
  const found = await probeSeal();
  return found.available ? null : found.message;
}
