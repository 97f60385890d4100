import { type Queryable, run } from '../../platform/db/database.ts'
import type { NoticeData } from './notice-data.ts'

/** Adds new matches of a lender's saved searches to a notice that collects them until it is sent. */
export async function gatherMatches(
  tx: Queryable,
  { lenderId, id }: { lenderId: number; id: string },
  data: NoticeData['OFFER_IN_SAVED_SEARCH'],
): Promise<void> {
  await run(
    tx,
    'lenders.notifications.gather_matches',
    `insert into notice (lender_id, id, kind, data, banner, gathering)
     values ($1, $2, 'OFFER_IN_SAVED_SEARCH', $3, false, true)
         on conflict (lender_id, kind) where gathering
         do update set created_at = app_now(), read_at = null, data = jsonb_build_object(
              'count', (notice.data ->> 'count')::int + (excluded.data ->> 'count')::int,
              'searches', (select jsonb_agg(distinct one)
                             from jsonb_array_elements((notice.data -> 'searches') || (excluded.data -> 'searches')) one))`,
    [lenderId, id, JSON.stringify(data)],
  )
}
