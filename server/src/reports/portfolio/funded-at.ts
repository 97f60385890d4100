/**
 * SQL for when the money of funding `f` moved (decision 0049): when it was reserved while it waits for a signature, and
 * when it was signed in the system that it was taken over from.
 */
export const fundedAt = `case
  when f.state = 'SETTLED' and not exists (
    select from archived_agreement g where g.funding_id = f.id and g.principal_left is not null) then f.ended_at
  when f.state = 'REFUNDED' then coalesce(
    (select min(t.created_at) from transfer t where t.ref = f.id::text and t.kind = 'FUNDING'), f.created_at)
  else f.created_at end`
