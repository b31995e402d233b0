import type { JsonWithDefault } from '../../platform/postgres/column-types.ts';

/** The columns of every table of things whose owner and users `rights.ts` decides about. */
export interface OwnershipColumns {
  created_by: string;
  group_id: string | null;
  organization_id: string | null;
  sharing: JsonWithDefault<{ user_email: string; write: boolean }[]>;
  group_sharing: JsonWithDefault<{ group_id: string; write: boolean }[]>;
}
