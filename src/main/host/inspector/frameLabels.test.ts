import { describe, expect, it } from 'vitest';
import type { FrameDirection } from '#shared/ipc/inspector';
import { FrameLabels, gistOf } from './frameLabels';

function label(direction: FrameDirection, text: string, labels = new FrameLabels()) {
  const frame = { number: 1, at: 0, direction, text, isCut: false, bytes: text.length };
  return { ...labels.of(frame), gist: gistOf(frame) };
}

describe('FrameLabels', () => {
  it.each([
    ['session/prompt', { id: 1, method: 'session/prompt', params: {} }],
    [
      'session/update · agent_message_chunk',
      { method: 'session/update', params: { update: { sessionUpdate: 'agent_message_chunk' } } },
    ],
    [
      'item/started · commandExecution',
      { method: 'item/started', params: { item: { type: 'commandExecution' } } },
    ],
    ['system · init', { type: 'system', subtype: 'init' }],
    [
      'control_request · can_use_tool',
      { type: 'control_request', request: { subtype: 'can_use_tool' } },
    ],
    ['stream_event · message_start', { type: 'stream_event', event: { type: 'message_start' } }],
    ['Prompt', { '@type': 'Prompt' }],
    ['message', { something: 'else' }],
    ['message', [1, 2]],
  ])('names %s', (expected, message) => {
    expect(label('in', JSON.stringify(message)).label).toBe(expected);
  });

  it('names an answer by its request, in each direction separately', () => {
    const labels = new FrameLabels();
    label('out', '{"id":1,"method":"initialize"}', labels);
    label('in', '{"id":1,"method":"fs/read_text_file"}', labels);
    expect(label('in', '{"id":1,"result":{"a":1}}', labels)).toEqual({
      label: 'initialize · result',
      isError: false,
      gist: '{"a":1}',
      latency: 0,
    });
    expect(label('out', '{"id":1,"error":{"code":-32601}}', labels)).toEqual({
      label: 'fs/read_text_file · error',
      isError: true,
      gist: '{"code":-32601}',
      latency: 0,
    });
    expect(label('in', '{"id":1,"result":{}}', labels).label).toBe('result');
  });

  it('tells how long an answer took, and what has none yet', () => {
    const labels = new FrameLabels();
    const at = (time: number, direction: FrameDirection, text: string) =>
      labels.of({ number: 1, at: time, direction, text, isCut: false, bytes: text.length });
    at(100, 'out', '{"id":1,"method":"session/prompt"}');
    at(150, 'in', '{"id":1,"method":"fs/read_text_file"}');
    expect(labels.open).toEqual([
      { method: 'session/prompt', direction: 'out', at: 100 },
      { method: 'fs/read_text_file', direction: 'in', at: 150 },
    ]);
    expect(at(175, 'out', '{"id":1,"result":{}}').latency).toBe(25);
    expect(at(400, 'in', '{"id":1,"result":{}}').latency).toBe(300);
    expect(labels.open).toEqual([]);
    expect(at(500, 'in', '{"id":9,"result":{}}').latency).toBeUndefined();
  });

  it('describes an update beyond its kind', () => {
    const update = { sessionUpdate: 'plan', entries: [] };
    const message = { method: 'session/update', params: { sessionId: 's', update } };
    expect(label('in', JSON.stringify(message)).gist).toBe('{"entries":[]}');
  });

  it('finds the method of a truncated message', () => {
    expect(label('in', '{"method": "session/update","params":{"upd…').label).toBe('session/update');
  });

  it('describes other lines', () => {
    expect(label('stderr', 'x').label).toBe('Standard error');
    expect(label('garbage', 'x')).toEqual({ label: 'Not a message', isError: true, gist: 'x' });
  });

  it('does not call a request open whose answer may be among messages that are not kept', () => {
    const labels = new FrameLabels();
    label('out', '{"id":1,"method":"a"}', labels);
    labels.skip();
    label('out', '{"id":2,"method":"b"}', labels);
    expect(labels.open.map(({ method }) => method)).toEqual(['b']);
    expect(label('in', '{"id":1,"result":1}', labels).label).toBe('a · result');
  });

  it('forgets requests that are never answered', () => {
    const labels = new FrameLabels();
    for (let id = 0; id < 2_000; id++) label('out', `{"id":${id},"method":"m"}`, labels);
    expect(label('in', '{"id":0,"result":1}', labels).label).toBe('result');
    expect(label('in', '{"id":1999,"result":1}', labels).label).toBe('m · result');
  });
});
