import { type FileButtonProps, FileButton as PlainFileButton } from '@mantine/core';
import type { MouseEvent } from 'react';

/**
 * A button that asks for files. A browser tells nothing when the same file is chosen twice in a row, so the input forgets
 * the last one: people try again after a failure, and after they have changed the file.
 */
export function FileButton<Multiple extends boolean = false>(props: FileButtonProps<Multiple>) {
  return <PlainFileButton<Multiple> {...props} inputProps={{ ...props.inputProps, onClick: forget }} />;
}

function forget(event: MouseEvent<HTMLInputElement>): void {
  event.currentTarget.value = '';
}
