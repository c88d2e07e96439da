type Environment = Readonly<Record<string, string | undefined>>;

export declare function takesAll(environment?: Environment): boolean;
export declare function turnOfToday(environment?: Environment, now?: number): number;
export declare function takenInTurn<T>(items: readonly T[], share: number, turn: number): T[];
