import { Field as BaseField } from '@base-ui/react/field';
import type { ComponentPropsWithRef } from 'react';
import { classNames } from '#window/ui/classNames';
import styles from './TextField.module.css';

interface TextAreaProps
  extends Omit<ComponentPropsWithRef<'textarea'>, 'className' | 'style' | 'defaultValue'> {
  /** For names of files and for variables. */
  readonly monospace?: boolean;
}

/** Several lines of text. The field grows up to a limit and then scrolls. */
export function TextArea({ monospace = false, ...rest }: TextAreaProps) {
  const className = classNames(styles.input, styles.area, monospace && styles.monospace);
  return (
    <BaseField.Control render={<textarea {...rest} spellCheck={false} className={className} />} />
  );
}
