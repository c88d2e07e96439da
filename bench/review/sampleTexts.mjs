/** A text and an edited version of it: always the same, with some equal lines. */
export function sampleTexts(lines, churn) {
  const random = generator(42);
  const original = Array.from(
    { length: lines },
    (_, index) =>
      `  const value${index} = compute(${Math.floor(random() * 1000)}, "${index % 97}");\n`,
  );
  const modified = original.map((line) =>
    random() < churn ? line.replace('compute', 'calculate') : line,
  );
  return [original.join(''), modified.join('')];
}

function generator(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}
