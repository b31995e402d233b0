/** How the catalog presents a tool. */

import { withWidgets } from '../nodes/widgets.ts';
import type { Tool } from './contract/tool.ts';

export interface CatalogTool {
  name: string;
  display_name: string;
  description: string;
  category: string;
  icon: string;
  input_schema: object;
}

export function toCatalogTool({ name, title, description, inputSchema, ...own }: Tool): CatalogTool {
  const [, category, icon] = PRESENTATION.find(([prefix]) => name.startsWith(prefix)) ?? ['', 'Other', 'tool'];
  return {
    name,
    display_name: title,
    description,
    category: own.category ?? category,
    icon: own.icon ?? icon,
    input_schema: inputSchema,
  };
}

/** The tool for editors: with how its params are edited, and with what it gives. */
export function toDescribedTool(tool: Tool) {
  const { inputSchema, outputSchema } = tool;
  return { ...toCatalogTool(tool), input_schema: withWidgets(inputSchema), output_schema: outputSchema };
}

/** Assigns a category and the name of an icon to each prefix of tool names. The first prefix that fits decides. */
const PRESENTATION: readonly [prefix: string, category: string, icon: string][] = [
  ['date_', 'Dates', 'calendar'],
  ['csv_', 'Tables', 'table'],
  ['spreadsheet_', 'Tables', 'file-spreadsheet'],
  ['json_', 'Data', 'braces'],
  ['hash', 'Data', 'fingerprint'],
  ['base64_', 'Data', 'binary'],
  ['text_to_pdf', 'Files', 'file-text'],
  ['text_to_speech', 'Sound', 'volume-2'],
  ['text_', 'Data', 'regex'],
  ['file_to_text', 'Files', 'file-search'],
  ['zip_', 'Files', 'file-archive'],
  ['chart_', 'Images', 'chart-bar'],
  ['qr_', 'Images', 'qr-code'],
  ['image_', 'Images', 'image'],
  ['web_search', 'Web', 'search'],
  ['web_', 'Web', 'globe'],
  ['booster_', 'Booster', 'database'],
  ['http_', 'Web', 'globe'],
  ['feed_', 'Web', 'rss'],
  ['mail_', 'Mail', 'inbox'],
  ['s3_', 'Files', 'cloud'],
  ['postgres_', 'Databases', 'database'],
];
