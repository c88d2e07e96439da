import type { FormField } from '#shared/session/request/requests';
import { Checkbox } from '#window/ui/form/Checkbox';
import { Field } from '#window/ui/form/Field';
import { RadioCards } from '#window/ui/form/RadioCards';
import { Select } from '#window/ui/form/Select';
import { TextField } from '#window/ui/form/TextField';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './Elicitation.module.css';
import type { FormDraft } from './formDraft';

interface ElicitationFieldProps {
  readonly field: FormField;
  readonly value: FormDraft[string] | undefined;
  readonly error: string | undefined;
  onChange(value: FormDraft[string]): void;
}

export function ElicitationField({ field, value, error, onChange }: ElicitationFieldProps) {
  const title = visibleLine(field.title);
  if (field.type === 'boolean') {
    return (
      <div>
        <Checkbox label={title} checked={value === true} onChange={onChange} />
        {field.description && <p className={styles.hint}>{visibleLine(field.description)}</p>}
      </div>
    );
  }
  if (field.type === 'choice' && field.multiple) {
    const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
    return (
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{labelOf(field)}</legend>
        {field.description && <p className={styles.hint}>{visibleLine(field.description)}</p>}
        {field.choices.map(({ value: choice, title: name, description }) => (
          <div key={choice}>
            <Checkbox
              label={visibleLine(name)}
              checked={chosen.includes(choice)}
              onChange={(checked) =>
                onChange(checked ? [...chosen, choice] : chosen.filter((other) => other !== choice))
              }
            />
            {description && <p className={styles.explanation}>{visibleLine(description)}</p>}
          </div>
        ))}
        {error !== undefined && <p className={styles.error}>{error}</p>}
      </fieldset>
    );
  }
  const text = typeof value === 'string' ? value : '';
  if (field.type === 'choice' && field.choices.some(({ description }) => description)) {
    return (
      <RadioCards
        stacked
        label={labelOf(field)}
        hint={field.description && visibleLine(field.description)}
        value={text === '' ? null : text}
        error={error}
        cards={field.choices.map(({ value: choice, title: name, description }) => ({
          value: choice,
          label: visibleLine(name),
          ...(description && { description: visibleLine(description) }),
        }))}
        onChange={onChange}
      />
    );
  }
  return (
    <Field
      label={labelOf(field)}
      {...(field.description === undefined ? {} : { hint: visibleLine(field.description) })}
      error={error}
    >
      {field.type === 'choice' ? (
        <Select
          label={title}
          value={text}
          options={[
            ...(text === '' ? [{ value: '', label: 'Choose…' }] : []),
            ...field.choices.map((choice) => ({
              value: choice.value,
              label: visibleLine(choice.title),
            })),
          ]}
          onChange={onChange}
        />
      ) : (
        <TextField
          value={text}
          inputMode={field.type === 'number' ? 'decimal' : 'text'}
          placeholder={field.type === 'text' ? placeholders[field.format ?? 'none'] : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

const placeholders = {
  none: '',
  email: 'name@example.com',
  uri: 'https://',
  date: '2026-11-16',
  'date-time': '2026-11-16T09:30:00Z',
} as const;

function labelOf(field: FormField): string {
  return field.required ? visibleLine(field.title) : `${visibleLine(field.title)} (optional)`;
}
