/** Phantom types: they carry a channel's shape to the compiler and nothing at run time. */
declare const input: unique symbol;
declare const output: unique symbol;
declare const payload: unique symbol;

export interface RequestMarker<In, Out> {
  readonly kind: 'request';
  readonly [input]?: In;
  readonly [output]?: Out;
}

export interface EventMarker<Payload> {
  readonly kind: 'event';
  readonly [payload]?: Payload;
}

export type InputOf<M> = M extends RequestMarker<infer In, unknown> ? In : never;
export type OutputOf<M> = M extends RequestMarker<unknown, infer Out> ? Out : never;
export type PayloadOf<M> = M extends EventMarker<infer Payload> ? Payload : never;

export function request<In, Out>(): RequestMarker<In, Out> {
  return { kind: 'request' };
}

export function event<Payload>(): EventMarker<Payload> {
  return { kind: 'event' };
}
