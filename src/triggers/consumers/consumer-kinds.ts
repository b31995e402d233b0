/** What listens, for each type of trigger of `CONSUMER_TRIGGERS`. */
import type { ConsumerKind } from './consumer-kind.ts';
import { messageKind } from './message-kind.ts';

export const consumerKinds: readonly ConsumerKind[] = [messageKind];
