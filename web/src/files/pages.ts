/** The pages that contain the places from `first` up to, but not including, `end`. Pure. */
export function pagesOf(first: number, end: number, size: number): number[] {
  const from = Math.max(0, first);
  if (end <= from) return [];
  const firstPage = Math.floor(from / size);
  const lastPage = Math.floor((end - 1) / size);
  return Array.from({ length: lastPage - firstPage + 1 }, (_, offset) => firstPage + offset);
}
