import type { AgentCapabilities, Implementation } from '@agentclientprotocol/sdk/unstable';

export const agentInfo: Implementation = {
  name: 'airlock-agent',
  title: 'Airlock Agent',
  version: '0.1.0',
};

export const agentCapabilities: AgentCapabilities = {
  loadSession: true,
  promptCapabilities: { image: true, audio: false, embeddedContext: true },
  mcpCapabilities: { http: false, sse: false },
  sessionCapabilities: {
    list: {},
    delete: {},
    resume: {},
    close: {},
    fork: {},
    additionalDirectories: {},
  },
};
