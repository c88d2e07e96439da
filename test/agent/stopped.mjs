/** Thrown by the `stop` step: nothing more is played in answer to this request. */
export class Stopped extends Error {}
