export function EditorPage() {
  return <p>EditorPage</p>;
}
