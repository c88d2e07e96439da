import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import {
  type AirlockBridge,
  EVENT_CHANNEL,
  REQUEST_CHANNEL_PREFIX,
  requests,
  TERMINAL_PORT,
} from '#shared/ipc/contract';

const request = Object.fromEntries(
  Object.keys(requests).map((name) => [
    name,
    (input: unknown) => ipcRenderer.invoke(REQUEST_CHANNEL_PREFIX + name, input),
  ]),
) as AirlockBridge['request'];

const bridge: AirlockBridge = {
  request,
  onEvents(listener) {
    const forward = (_event: IpcRendererEvent, batch: string) => listener(batch);
    ipcRenderer.on(EVENT_CHANNEL, forward);
    return () => ipcRenderer.off(EVENT_CHANNEL, forward);
  },
  pathOf: (file) => webUtils.getPathForFile(file as Parameters<typeof webUtils.getPathForFile>[0]),
};

contextBridge.exposeInMainWorld('airlock', bridge);

/** The only part of the page's types that is needed, because main is compiled without them. */
declare const window: {
  readonly location: { readonly origin: string };
  postMessage(message: string, origin: string, ports: readonly unknown[]): void;
};

// The bridge cannot carry ports, but a message to the page can.
ipcRenderer.on(TERMINAL_PORT, (event) => {
  window.postMessage(TERMINAL_PORT, window.location.origin, event.ports);
});
