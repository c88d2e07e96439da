import { Field as BaseField } from '@base-ui/react/field';
import type { ComponentPropsWithRef } from 'react';
import { classNames } from './classNames';
import styles from './TextField.module.css';

type TextAreaProps = Omit<
  ComponentPropsWithRef<'textarea'>,
  'className' | 'style' | 'defaultValue'
>;

/** Several lines of text; it grows with them up to a limit and then scrolls. */
export function TextArea(props: TextAreaProps) {
  return (
    <BaseField.Control
      render={
        <textarea {...props} spellCheck={false} className={classNames(styles.input, styles.area)} />
      }
    />
  );
}
