/**
 * The icons of the console: drawings of Lucide (ISC licence) in one file, which the browser loads once and keeps, so that
 * they are in no script.
 */
import type { CSSProperties } from 'react';
import type { IconName } from './icon-names.ts';
import drawings from './icons.svg';

export type { IconName };

interface IconProps {
  name: IconName;
  /** In pixels; by default the size of the text around it. */
  size?: number;
  className?: string | undefined;
  style?: CSSProperties;
}

/** Icons are decoration: the control or text beside an icon says what it means. */
export function Icon({ name, size, className, style }: IconProps) {
  return (
    <svg
      width={size ?? '1.15em'}
      height={size ?? '1.15em'}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={className}
      style={style}
    >
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}
