#!/usr/bin/env node
import { Peer } from './peer.mjs';

/** Answers every request with an empty object, which is no language. */
const peer = new Peer();
peer.listen(({ id }) => {
  if (id !== undefined) peer.send({ jsonrpc: '2.0', id, result: {} });
});
