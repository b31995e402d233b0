import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is at most so wide. It is known from the first drawing on, so that nothing jumps. */
export function useNarrow(pixels: number): boolean {
  const query = `(max-width: ${pixels}px)`;
  return useMediaQuery(query, matchMedia(query).matches) ?? false;
}
