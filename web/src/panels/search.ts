/** What the addresses of the pages of panels say. What they do not know is left out. */
import type { PanelListQuery } from '../api/panels.ts';

export interface PanelsSearch {
  text?: string;
  ownership?: 'mine' | 'shared';
  /** From 1; the first page is not mentioned. */
  page?: number;
}

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const EVENTS = [
  'file.stored',
  'file.changed',
  'file.deleted',
  'record.created',
  'record.changed',
  'record.deleted',
] as const;
export type EventType = (typeof EVENTS)[number];

export interface DeliveriesSearch {
  state?: DeliveryState;
  event?: EventType;
  page?: number;
}

export const PAGE_SIZE = 50;
const TEXT_CHARACTERS = 200;

export function readPanelsSearch(raw: Record<string, unknown>): PanelsSearch {
  const text =
    typeof raw.text === 'string' || typeof raw.text === 'number' ? String(raw.text).slice(0, TEXT_CHARACTERS) : '';
  const ownership = oneOf(raw.ownership, ['mine', 'shared']);
  return { ...(text !== '' && { text }), ...(ownership && { ownership }), ...readPage(raw.page) };
}

export function toPanelListQuery({ page = 1, ...filters }: PanelsSearch): PanelListQuery {
  return { ...filters, skip: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
}

export function readDeliveriesSearch(raw: Record<string, unknown>): DeliveriesSearch {
  const state = oneOf(raw.state, DELIVERY_STATES);
  const event = oneOf(raw.event, EVENTS);
  return { ...(state && { state }), ...(event && { event }), ...readPage(raw.page) };
}

function readPage(raw: unknown): { page?: number } {
  const page = Number(raw);
  return Number.isSafeInteger(page) && page > 1 && page <= 10_000 ? { page } : {};
}

function oneOf<Value extends string>(value: unknown, known: readonly Value[]): Value | undefined {
  return known.find(each => each === value);
}
