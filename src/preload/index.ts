import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import {
  type AirlockBridge,
  EVENT_CHANNEL,
  REQUEST_CHANNEL_PREFIX,
  requests,
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
};

contextBridge.exposeInMainWorld('airlock', bridge);
