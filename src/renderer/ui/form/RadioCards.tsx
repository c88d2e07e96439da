import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { type ReactNode, useId } from 'react';
import { classNames } from '#window/ui/classNames';
import styles from './RadioCards.module.css';

export interface RadioCard<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly description?: string | undefined;
  readonly disabled?: boolean;
  /** A drawing above the label. */
  readonly preview?: ReactNode;
}

interface RadioCardsProps<Value extends string> {
  /** The accessible name of the group. */
  readonly label: string;
  readonly hideLabel?: boolean;
  /** A line below the label. */
  readonly hint?: string | undefined;
  /** Stacks the cards, for texts of any length. */
  readonly stacked?: boolean;
  /** Null: nothing is chosen. */
  readonly value: Value | null;
  /** What is wrong with the choice; marks the group as invalid and is read out with it. */
  readonly error?: string | undefined;
  readonly cards: readonly RadioCard<Value>[];
  onChange(value: Value): void;
}

/** A choice between a few options that each need an explanation or a drawing. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const id = useId();
  return (
    <div className={styles.root}>
      {!props.hideLabel && (
        <div id={id} className={styles.groupLabel}>
          {props.label}
        </div>
      )}
      {props.hint !== undefined && (
        <div id={`${id}-hint`} className={styles.description}>
          {props.hint}
        </div>
      )}
      <RadioGroup
        className={classNames(styles.group, props.stacked && styles.stacked)}
        aria-label={props.hideLabel ? props.label : undefined}
        aria-labelledby={props.hideLabel ? undefined : id}
        aria-invalid={props.error === undefined ? undefined : true}
        aria-describedby={describedBy(id, props)}
        value={props.value}
        onValueChange={(value) => value !== null && props.onChange(value)}
      >
        {props.cards.map((card, index) => (
          <Card key={card.value} card={card} id={`${id}-${index}`} />
        ))}
      </RadioGroup>
      {props.error !== undefined && (
        <div id={`${id}-error`} className={styles.error}>
          {props.error}
        </div>
      )}
    </div>
  );
}

function describedBy(id: string, { hint, error }: { hint?: unknown; error?: unknown }) {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`];
  return ids.filter(Boolean).join(' ') || undefined;
}

/** The name of each radio is its label alone; the rest is its description. */
function Card({ card, id }: { readonly card: RadioCard<string>; readonly id: string }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the radio within is Base UI's.
    <label className={styles.card} data-disabled={card.disabled || undefined}>
      {card.preview}
      <Radio.Root
        className={styles.radio}
        value={card.value}
        disabled={card.disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={card.description ? `${id}-description` : undefined}
      >
        <Radio.Indicator className={styles.indicator} />
      </Radio.Root>
      <span className={styles.text}>
        <span id={`${id}-label`} className={styles.label}>
          {card.label}
        </span>
        {card.description && (
          <span id={`${id}-description`} className={styles.description}>
            {card.description}
          </span>
        )}
      </span>
    </label>
  );
}
