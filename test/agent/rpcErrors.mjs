/** Thrown to answer the client's request with an error. */
export class RpcError extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }

  toJSON() {
    return { code: this.code, message: this.message, data: this.data };
  }
}

export const invalidRequest = (message) => new RpcError(-32600, message);
export const methodNotFound = (method) => new RpcError(-32601, `Method not found: ${method}`);
export const internalError = (message) => new RpcError(-32603, message);
export const loginRequired = () => new RpcError(-32000, 'Authentication required');
export const sessionNotFound = (id) => new RpcError(-32002, `Session not found: ${id}`);
export const requestCancelled = () => new RpcError(-32800, 'Request cancelled');
