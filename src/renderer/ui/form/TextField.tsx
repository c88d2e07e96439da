import { Field as BaseField } from '@base-ui/react/field';
import type { ComponentPropsWithRef } from 'react';
import { classNames } from '#window/ui/classNames';
import styles from './TextField.module.css';

interface TextFieldProps
  extends Omit<ComponentPropsWithRef<'input'>, 'className' | 'style' | 'defaultValue'> {
  /** For paths and commands. */
  readonly monospace?: boolean;
}

/** One line of text. Inside a `Field` it takes its name, hint and error from there. */
export function TextField({ monospace = false, ...rest }: TextFieldProps) {
  return (
    <BaseField.Control
      autoComplete="off"
      spellCheck={false}
      {...rest}
      className={classNames(styles.input, monospace && styles.monospace)}
    />
  );
}
