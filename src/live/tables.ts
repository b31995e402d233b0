import type { CreatedAt } from '../platform/postgres/column-types.ts';
import type { SavedView } from './schemas.ts';

export interface LiveTables {
  presence: { user_id: string; tab_id: string; workflow_id: string | null; expires_at: Date };
  saved_views: {
    id: string;
    user_id: string;
    name: string;
    page: SavedView['page'];
    search: string;
    created_at: CreatedAt;
  };
}
