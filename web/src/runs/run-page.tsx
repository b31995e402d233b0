export function RunPage() {
  return <p>RunPage</p>;
}
