export function RunsPage() {
  return <p>RunsPage</p>;
}
