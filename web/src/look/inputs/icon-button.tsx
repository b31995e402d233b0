import { ActionIcon, type ActionIconProps, type ElementProps, Tooltip } from '@mantine/core';
import { Icon, type IconName } from '../icons.tsx';

interface IconButtonProps extends ActionIconProps, ElementProps<'button', keyof ActionIconProps> {
  icon: IconName;
  /** What the button does, which the icon alone does not say. */
  label: string;
  /** What is shown to those who point at it: the label, or more than that. */
  hint?: boolean | string;
}

/** A button that is only an icon, which is smaller on a small button. */
export function IconButton({ icon, label, hint = false, ...props }: IconButtonProps) {
  const { size } = props;
  const isSmall = size === 'sm' || (typeof size === 'number' && size < 24);
  const button = (
    <ActionIcon aria-label={label} {...props}>
      <Icon name={icon} size={isSmall ? 14 : 16} />
    </ActionIcon>
  );
  return hint === false ? button : <Tooltip label={hint === true ? label : hint}>{button}</Tooltip>;
}
