import { z } from 'zod';

const MAX_PATH = 4_096;

/** A folder's path. Line breaks are legal in names; no system takes a zero byte. */
export const folder = z
  .string()
  .min(1)
  .max(MAX_PATH)
  .refine(
    (path) => !path.includes('\0'),
    'The name of this folder holds a zero byte. Choose another folder.',
  );
