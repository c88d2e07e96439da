export interface Measure {
  readonly name: string;
  readonly ratio: number;
  readonly target: { readonly atMost: number } | { readonly atLeast: number };
  readonly detail?: string;
}

export function median(values: readonly number[]): number;
export function report(measure: Measure): boolean;
