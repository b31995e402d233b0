/**
 * How an uploaded file gets to its path:
 *
 *   read the form ──▶ check the rules of the folder ──▶ accept the content (the gate) ──▶ store the file
 *
 * The check refuses early what can be refused before the content is read. Storing repeats it while the panel is locked,
 * and only then is it exact.
 */
import type { FastifyRequest } from 'fastify';
import { fixedLimits } from '../../configuration/limits.ts';
import { fileTooLarge, requestAborted, validationError } from '../../errors.ts';
import {
  type AcceptedContent,
  acceptContent,
  discardContents,
  type IncomingContent,
  knownBytes,
} from '../../files/accept-content.ts';
import { decideContentType } from '../../files/content-type.ts';
import { UNKNOWN_TYPE } from '../../files/names.ts';
import { readForm } from '../../files/read-form.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { lockEnabledPanelForNoKeyUpdate } from '../access.ts';
import type { PanelRow } from '../tables.ts';
import { requireCapacity } from './capacity.ts';
import { findStoredFile, findStoredFileBlobKeys, panelAccount, type StorageServices } from './files.ts';
import { acceptedTypes, maxFileBytes, requireRight } from './folders.ts';
import { getFolder, getName } from './paths.ts';
import { parseFormPath, parseFormPlacement } from './placements.ts';
import { calculateGrowth, checkPlacement, type Placement, type Stored, writeStoredFile } from './storing.ts';

type Upload = Pick<IncomingContent, 'declaredType' | 'content' | 'atLeastBytes' | 'signal'>;

/** The rest of what the gate needs to know about an upload. */
type Rules = Omit<IncomingContent, keyof Upload>;

/** A file whose path and content are both known, from JSON or from a step. */
export async function uploadFile(
  services: StorageServices,
  panel: PanelRow,
  placement: Placement,
  upload: Upload,
): Promise<Stored> {
  await checkPlacement(services.database.query, panel, placement);
  const rules = await checkFolderRules(services, panel, placement.path, upload);
  const content = await acceptContent(services, { ...upload, ...rules });
  return storeUpload(services, panel, placement, content);
}

/** A multipart form, whose fields may follow the file. */
export async function uploadForm(
  services: StorageServices,
  panel: PanelRow,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<Stored> {
  const { placement, content } = await readUploadForm(services, panel, request, signal);
  return storeUpload(services, panel, placement, content);
}

/** The caller must store or discard the content. When this throws, nothing is left behind. */
async function readUploadForm(
  services: StorageServices,
  panel: PanelRow,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<{ placement: Placement; content: AcceptedContent }> {
  const { fileBytes, metadataBytes } = services.limits;
  const fields = new Map<string, string>();
  let file: { filename: string; content: AcceptedContent } | undefined;
  try {
    for await (const part of readForm(request, { fileBytes, fieldBytes: fixedLimits.storage.fieldBytes })) {
      if (part.type === 'field') {
        fields.set(part.name, part.value);
        continue;
      }
      const { filename, contentType: declaredType, content, atLeastBytes } = part;
      const upload = { declaredType, content, atLeastBytes, signal };
      const rules = fields.has('path')
        ? await checkFolderRules(services, panel, parseFormPath(fields, filename), upload)
        : rulesWithoutPath(services, panel);
      file = { filename, content: await acceptContent(services, { ...upload, ...rules }) };
    }
    if (!file) throw validationError('file', 'is required');
    return { placement: parseFormPlacement(fields, file.filename, metadataBytes), content: file.content };
  } catch (error) {
    if (file) await discardUpload(services, file.content);
    throw signal.aborted ? requestAborted() : error;
  }
}

/**
 * Assumes that the upload replaces a file that exists at the path: whether it may is not known yet when other fields of
 * a form follow the file.
 */
async function checkFolderRules(
  { database: { query: db }, limits }: StorageServices,
  panel: PanelRow,
  path: string,
  upload: Upload,
): Promise<Rules> {
  const { file_storage } = panel;
  const folder = getFolder(path);
  requireRight(file_storage, folder, 'upload');
  const replaced = await findStoredFile(db, panel, { path });
  const limitBytes = maxFileBytes(file_storage, folder, limits);
  const bytes = knownBytes(upload);
  if (bytes > limitBytes) throw fileTooLarge(limitBytes);
  await requireCapacity(db, panel, calculateGrowth(path, bytes, replaced));
  return {
    filename: getName(path),
    limitBytes,
    chargeTo: panelAccount(panel),
    replacedBytes: replaced?.size ?? 0,
    acceptedTypes: acceptedTypes(file_storage, folder),
  };
}

/** When the path follows the file, all rules but the size of the largest file wait until the file is stored. */
function rulesWithoutPath({ limits: { fileBytes } }: StorageServices, panel: PanelRow): Rules {
  // The upload may replace a file of any size, so no storage is reserved for it yet.
  return { filename: '', limitBytes: fileBytes, chargeTo: panelAccount(panel), replacedBytes: fileBytes };
}

/** When this throws, nothing is left of the content. */
async function storeUpload(
  services: StorageServices,
  panel: PanelRow,
  placement: Placement,
  content: AcceptedContent,
): Promise<Stored> {
  passPoint('storage.taken-in');
  try {
    const stored = await services.database.query.transaction().execute(async transaction => {
      const locked = await lockEnabledPanelForNoKeyUpdate(transaction, panel.id);
      const row = await writeStoredFile(services, transaction, locked, placement, withTypeByName(content, placement));
      return { panel: locked, row };
    });
    passPoint('storage.stored');
    return stored;
  } catch (error) {
    await discardUpload(services, content);
    throw error;
  }
}

/** When neither the sender nor the content tells the type, the name does, even if it was read after the content. */
function withTypeByName(content: AcceptedContent, { path }: Placement): AcceptedContent {
  if (content.contentType !== UNKNOWN_TYPE) return content;
  const contentType = decideContentType({ declared: undefined, filename: getName(path), recognised: undefined });
  return { ...content, contentType };
}

async function discardUpload(services: StorageServices, content: AcceptedContent): Promise<void> {
  await discardContents(services, [content], findStoredFileBlobKeys);
}
