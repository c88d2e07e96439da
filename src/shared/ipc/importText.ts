/** The longest text that can be pasted to import from it; settings of other programs are shorter. */
export const IMPORT_CHARACTERS = 1_000_000;
