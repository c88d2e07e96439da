import type { SessionId } from '#shared/ids';
import type { DraftAttachment } from '#window/features/composer/draft/draft';
import { KEPT_ATTACHMENTS } from '#window/features/composer/limits';

const DATABASE = 'airlock.1';
const STORE = 'attachments';

interface Kept {
  readonly sessionId: SessionId;
  readonly attachments: readonly DraftAttachment[];
  readonly at: number;
}

let opened: Promise<IDBDatabase> | undefined;

/** Attachments of drafts are too large for the storage of the texts. */
export async function loadAttachments(): Promise<readonly Kept[]> {
  const store = await openStore('readonly');
  const all = (await settled(store.getAll())) as readonly Kept[];
  const newest = all.toSorted((left, right) => right.at - left.at);
  for (const { sessionId } of newest.slice(KEPT_ATTACHMENTS)) await saveAttachments(sessionId, []);
  return newest.slice(0, KEPT_ATTACHMENTS);
}

export async function saveAttachments(
  sessionId: SessionId,
  attachments: readonly DraftAttachment[],
): Promise<void> {
  const store = await openStore('readwrite');
  if (attachments.length === 0) await settled(store.delete(sessionId));
  else await settled(store.put({ sessionId, attachments, at: Date.now() } satisfies Kept));
}

async function openStore(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  opened ??= openDatabase();
  return (await opened).transaction(STORE, mode).objectStore(STORE);
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: 'sessionId' });
  };
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
