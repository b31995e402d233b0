export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

export const CONTENT_TYPES: Readonly<Record<ImageFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
};

/**
 * For a browser's Accept header: avif or webp where accepted, otherwise the original's own format (PNG, where that is
 * none of ours: nothing is lost in it). Only a type that is named counts: the wildcards of a program that shows no
 * images promise nothing. Whoever answers by this says `Vary: Accept`.
 *
 * AVIF comes first because it is cheap enough as `render.ts` makes it, and last for what may be animated: only WebP
 * keeps that.
 */
export function formatFor(accept: string | undefined, originalType: string): ImageFormat {
  const original = formatOf(originalType);
  const preferred: ImageFormat[] = original === 'gif' || original === 'webp' ? ['webp'] : ['avif', 'webp'];
  return preferred.find(format => isNamed(CONTENT_TYPES[format], accept ?? '')) ?? original ?? 'png';
}

/** Whether copies are made of such content at all, if it is what it says. */
export function isResizable(contentType: string): boolean {
  return formatOf(contentType) !== undefined;
}

function formatOf(contentType: string): ImageFormat | undefined {
  const essence = contentType.split(';', 1)[0]?.trim().toLowerCase();
  const formats: ImageFormat[] = ['jpeg', 'png', 'webp', 'avif', 'gif'];
  return formats.find(format => CONTENT_TYPES[format] === essence);
}

function isNamed(contentType: string, accept: string): boolean {
  return accept.split(',').some(part => {
    const [range, ...parameters] = part.split(';').map(piece => piece.trim().toLowerCase());
    const weight = parameters.find(parameter => parameter.startsWith('q='));
    return range === contentType && (weight === undefined || Number(weight.slice(2)) > 0);
  });
}
