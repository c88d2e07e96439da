import { isStepList } from './stepLists.mjs';

const PLACEHOLDER = /\{\{([^{}]+)\}\}/g;
const WHOLE_VALUE = /^\{\{value ([^{} ]+)\}\}$/;

/**
 * Fills in `{{name}}`, `{{json name}}` and `{{repeat <text> <count>}}` wherever a text has them; a
 * text that is just `{{value name}}` becomes the value itself, whatever its type. What is not known
 * stays as it is; steps within steps are filled in when their turn comes.
 */
export function expand(value, variables) {
  if (typeof value === 'string') return expandText(value, variables);
  if (Array.isArray(value)) return value.map((item) => expand(item, variables));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      isStepList(key) ? item : expand(item, variables),
    ]),
  );
}

function expandText(text, variables) {
  const [, whole] = WHOLE_VALUE.exec(text) ?? [];
  if (whole !== undefined && Object.hasOwn(variables, whole)) return variables[whole];
  return text.replace(
    PLACEHOLDER,
    (placeholder, expression) => textFor(expression, variables) ?? placeholder,
  );
}

function textFor(expression, variables) {
  const [first, ...rest] = expression.trim().split(' ');
  if (first === 'repeat')
    return rest
      .slice(0, -1)
      .join(' ')
      .repeat(Number(rest.at(-1)));
  const name = first === 'json' ? rest[0] : first;
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  return typeof value === 'string' && first !== 'json' ? value : JSON.stringify(value);
}
