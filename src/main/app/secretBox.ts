import { safeStorage } from 'electron';
import type { SecretBox } from '#main/base/secrets/secretBox';

/** The key store of the system, by Electron. Usable once the app is ready. */
export const systemSecretBox: SecretBox = {
  problem() {
    if (!safeStorage.isEncryptionAvailable()) return 'The system’s key store cannot be used.';
    // Without a key store, Chromium on Linux locks with a password that everybody knows.
    const isKnownToAll =
      process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';
    return isKnownToAll
      ? 'No key store is running. Start one, such as GNOME Keyring or KWallet, then restart Airlock.'
      : null;
  },
  lock: (text) => safeStorage.encryptString(text),
  unlock: (bytes) => {
    try {
      return safeStorage.decryptString(bytes);
    } catch {
      // Locked by another user or on another computer.
      return null;
    }
  },
};
