/** The file that notes what was installed in a folder; without it there is nothing whole. */
export const INSTALL_MARK = 'airlock-install.json';
