export declare const nodePrograms: Readonly<Record<string, string>>;
