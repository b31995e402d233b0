export function RevisionsButton() {
  return null;
}
