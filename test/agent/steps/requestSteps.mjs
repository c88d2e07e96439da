export const requestSteps = {
  async read(scene, step) {
    const { path, line, limit, as } = step;
    const params = { path: scene.path(path), line, limit };
    const answer = await scene.request('fs/read_text_file', params, { as });
    if (await playOnError(scene, answer, step)) return;
    if (as !== undefined) scene.variables[as] = answer.result?.content;
  },

  async write(scene, step) {
    const { path, content, as } = step;
    const params = { path: scene.path(path), content };
    await playOnError(scene, await scene.request('fs/write_text_file', params, { as }), step);
  },

  async request(scene, step) {
    const { method, params, id, as, times = 1, wait = true } = step;
    const { peer } = scene.agent;
    const answers = Array.from({ length: times }, () => peer.request(method, params, { id, as }));
    if (!wait) return;
    for (const answer of await Promise.all(answers)) {
      if (await playOnError(scene, answer, step)) return;
      if (as !== undefined) scene.variables[as] = answer.result;
    }
  },

  withdraw: ({ agent }, name) => agent.peer.withdraw(name),
  notify: ({ agent }, { method, params }) => agent.peer.notify(method, params),
};

/** True if the answer is an error; `{{error}}` is its message while `onError` is played. */
export async function playOnError(scene, { error }, { onError = [] }) {
  if (error === undefined) return false;
  const variables = { ...scene.variables, error: error?.message };
  await scene.with({ variables }).play(onError);
  return true;
}
