/** What the addresses of the pages of panels say. What they do not know is left out. */

import type { PanelListQuery } from '../api/panels.ts';
import { oneOf, readPage, readText } from '../look/address.ts';

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

export function readPanelsSearch(raw: Record<string, unknown>): PanelsSearch {
  const text = readText(raw.text);
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
