/** One call per tool. A test makes those that reach nothing outside, and compares the `output` where there is one. */
interface ToolExample {
  readonly params: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
}

const PANEL = { panel_id: 'PANEL_ID' };
const KEY = '0197a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const FILE = '{{ input.file }}';

export const toolExamples: Readonly<Record<string, ToolExample>> = {
  base64_decode: { params: { base64: 'SGVkZGxl' }, output: { text: 'Heddle' } },
  base64_encode: { params: { text: 'Heddle' }, output: { base64: 'SGVkZGxl' } },
  booster_file_link: { params: { ...PANEL, path: 'reports/today.txt', hours: 72 } },
  booster_file_list: { params: { ...PANEL, folder: 'reports' } },
  booster_file_read: { params: { ...PANEL, path: 'reports/today.txt' } },
  booster_file_save: { params: { ...PANEL, path: 'reports/today.txt', text: 'All is well.', overwrite: true } },
  booster_record_create: { params: { ...PANEL, collection: 'orders', key: KEY, data: { total: 20 } } },
  booster_record_delete: { params: { ...PANEL, key: KEY } },
  booster_record_find: {
    params: { ...PANEL, collection: 'orders', params: { filters: [['data.total', '>', 10]] } },
  },
  booster_record_get: { params: { ...PANEL, key: KEY } },
  booster_record_update: { params: { ...PANEL, key: KEY, data: { paid: true } } },
  chart_to_png: { params: { type: 'bar', labels: ['Jan', 'Feb'], series: [{ name: 'Sales', values: [3, 5] }] } },
  csv_join: { params: { files: [FILE, FILE], filename: 'all.csv' } },
  csv_read: {
    params: { text: 'name,price\nWool,12\nSilk,40', numbers: true },
    output: {
      rows: [
        { name: 'Wool', price: 12 },
        { name: 'Silk', price: 40 },
      ],
      count: 2,
      columns: ['name', 'price'],
    },
  },
  csv_split: { params: { file: FILE, rows: 100000 } },
  csv_write: { params: { rows: [{ name: 'Wool', price: 12 }], as: 'text' } },
  date_add: { params: { value: '2026-01-31', months: 1 } },
  date_difference: { params: { start: '2026-01-01', end: '2026-01-31' } },
  date_format: { params: { value: '2026-03-01', format: '%d.%m.%Y' }, output: { text: '01.03.2026' } },
  date_parse: { params: { value: '01.03.2026', format: '%d.%m.%Y' } },
  feed_read: { params: { url: 'https://example.org/feed.xml', limit: 10 } },
  file_to_text: { params: { file: FILE } },
  hash: {
    params: { text: 'Heddle', algorithm: 'sha256' },
    output: { hash: '34911bf8ecf362c82f6888332f4fa3dcc8142cdcbcb9f81ae0f100fb4a176896' },
  },
  http_get_json: { params: { url: 'https://api.example.org/prices', query: { currency: 'EUR' } } },
  image_generate: { params: { prompt: 'A loom in morning light' } },
  json_query: {
    params: {
      data: [
        { title: 'Wool', price: 12 },
        { title: 'Silk', price: 40 },
      ],
      expression: '[?price > `20`].title',
    },
    output: ['Silk'],
  },
  mail_read: { params: { host: 'imap.example.org', credential: 'mailbox', limit: 10 } },
  postgres_query: {
    params: {
      host: 'db.example.org',
      database: 'shop',
      credential: 'shop database',
      query: 'SELECT id, total FROM orders WHERE total > $1',
      params: [100],
    },
  },
  qr_code: { params: { text: 'https://example.org/orders/4711', format: 'svg' } },
  s3_list: { params: { bucket: 'invoices', prefix: '2026/', credential: 'store' } },
  spreadsheet_read: { params: { file: FILE, sheet: 'Orders' } },
  spreadsheet_write: { params: { rows: [{ title: 'Wool', price: 12 }], filename: 'prices.xlsx' } },
  text_extract: { params: { text: 'Orders 4711 and 4712', pattern: '\\d+' } },
  text_to_pdf: { params: { text: '# Invoice\n\nWool: **12 €**', filename: 'invoice.pdf' } },
  text_to_speech: { params: { text: 'Your order is on its way.' } },
  web_page_to_markdown: { params: { url: 'https://example.org' } },
  web_search: { params: { query: 'loom heddle' } },
  zip_create: { params: { files: FILE, filename: 'all.zip' } },
  zip_extract: { params: { file: FILE } },
};
