import { formatNumber } from './counted';

const units = ['KB', 'MB', 'GB', 'TB'] as const;

/** A size for people: `812 bytes`, `4.2 KB`, `17 MB`, `5 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = value < 9.95 ? 1 : 0;
  return `${formatNumber(Number(value.toFixed(digits)))} ${units[unit]}`;
}
