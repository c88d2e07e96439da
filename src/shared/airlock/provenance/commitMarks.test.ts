import { expect, it } from 'vitest';
import { withTrailers } from '#shared/deliver/draftMessage';
import { agentsInLines, agentsInMessage } from './commitMarks';

const sessionId = 'ses_0123456789';
const alpha = { agent: 'Alpha', model: 'large (new)', sessionId };
const beta = { agent: 'Beta', model: null, sessionId: 'ses_abcdefghij' };

it('reads what a delivery writes', () => {
  const agents = [
    { name: 'Alpha', model: 'large (new)', sessionId },
    { name: 'Beta', model: null, sessionId: 'ses_abcdefghij' },
  ];
  const message = withTrailers('Subject\n\nText.', [alpha, beta]);
  expect(agentsInMessage(message)).toEqual(agents);
  expect(agentsInMessage(`${message}\nSigned-off-by: User <user@example.com>\n`)).toEqual(agents);
  expect(agentsInLines(withTrailers('', [alpha, beta]).trim())).toEqual(agents);
});

it('takes no other text for that', () => {
  expect(agentsInMessage(`Assisted-by: Alpha\nAirlock-Session: ${sessionId}`)).toEqual([]);
  expect(
    agentsInMessage(`A\n\nAssisted-by: Alpha\nAirlock-Session: ${sessionId}\n\nMore text.`),
  ).toEqual([]);
  expect(agentsInMessage('A\n\nAssisted-by: somebody')).toEqual([]);
  expect(agentsInMessage(`A\n\nAirlock-Session: ${sessionId}`)).toEqual([]);
  expect(agentsInMessage('A\n\nAssisted-by: B\nAirlock-Session: ../../x')).toEqual([
    { name: 'B', model: null, sessionId: null },
  ]);
});

it('bounds what anybody can write', () => {
  const [line] = agentsInLines(`Assisted-by: ${'x'.repeat(10_000)}\nAirlock-Session: y`);
  expect(line?.name).toHaveLength(200);
  const many = Array.from({ length: 1_000 }, (_, i) => `Assisted-by: ${i}\nAirlock-Session: ${i}`);
  expect(agentsInLines(many.join('\n'))).toHaveLength(20);
});
