export function RunBar() {
  return null;
}
