export const answerSteps = {
  answer: ({ exchange }, fields) => exchange.answer(fields),
  result: ({ exchange }, result) => exchange.result(result),
  error: ({ exchange }, error) => exchange.fail(error),
  end: ({ exchange }, fields) => exchange.answer(fields),
  mute: ({ exchange }) => exchange.mute(),

  wrongId: ({ exchange }, wrong) =>
    exchange.answerAs(wrong === 'asText' ? String(exchange.id) : wrong.id),

  async replay(scene) {
    // The history grows if the session is prompted meanwhile.
    for (const update of [...scene.session.history]) await scene.send(update);
  },
};
