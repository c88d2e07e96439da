export declare function signAnnouncement(manifest: unknown, privateKey: string): string;
export declare function kindOf(name: string): string | null;
export declare function notesOf(changelog: string, version: string): string;
export declare function describeFile(
  path: string,
  baseUrl: string,
): Promise<{ url: string; size: number; sha512: string }>;
