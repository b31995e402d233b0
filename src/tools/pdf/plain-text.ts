import { NAMED_ENTITIES } from '../../templates/template.ts';

/** Returns what a font can draw. With `isMarkup`, entities such as `&amp;` are decoded. */
export function plainText(text: string, { isMarkup = true } = {}): string {
  const clean = text
    .toWellFormed()
    .replaceAll('\t', '    ')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}|\u00ad|\ufeff/gu, '');
  return isMarkup ? clean.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,10}));/gi, character) : clean;
}

/** Returns the text of a block of HTML, without tags. */
export function htmlToText(html: string): string {
  const visible = html.replaceAll(/<!--.*?-->/gs, '').replaceAll(/<(script|style)\b.*?<\/\1>/gis, '');
  return plainText(visible.replaceAll(/<br\s*\/?>/gi, '\n').replaceAll(/<[^>]*>/g, '')).trim();
}

function character(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED_ENTITIES.get(name) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isDrawable = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isDrawable ? String.fromCodePoint(code) : '';
}
