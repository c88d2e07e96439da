/**
 * The file that records what was installed in a folder. Without it the folder is not a complete
 * installation.
 */
export const INSTALL_MARK = 'airlock-install.json';
