/** The order in which a file had its columns, kept in this browser. */

const columnOrderKey = (panelId: string, collection: string) => `heddle.column-order.${panelId}.${collection}`;

export function keepColumnOrder(panelId: string, collection: string, fields: readonly string[]): void {
  try {
    localStorage.setItem(columnOrderKey(panelId, collection), JSON.stringify(fields));
  } catch {
    // The storage is full or forbidden, and the columns are in another order.
  }
}

export function readColumnOrder(panelId: string, collection: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(columnOrderKey(panelId, collection)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(name => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
