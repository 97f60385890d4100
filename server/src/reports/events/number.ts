import type { Context } from '../../context.ts'
import { many, one, run } from '../../platform/db/database.ts'
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { manyRows, unnestRows } from '../../platform/db/rows.ts'

/** An event of a lender, e.g. `cash.moved` with the id of the transfer. */
export type NumberedEvent = { no: number; id: string; lenderId: number; type: string; ref: string; at: Date }

/** What was noted and is numbered together; one note may have the thousand transfers of a repayment file. */
const notesAtOnce = 200
const rowsAtOnce = 5_000

/** Called in the transaction in which events were numbered. */
type Announce = (tx: Transaction, events: readonly NumberedEvent[]) => Promise<void>

/**
 * Numbers what was noted, in the order in which it was noted. One transaction after the other does so, under a lock: numbers
 * become visible in their order, however late a transaction commits that noted something.
 * @returns how many notes there were; fewer than a batch when there are no more
 */
export function numberEvents(
  { db, random }: Pick<Context, 'db' | 'random'>,
  announce: Announce,
): Promise<number> {
  return inTransaction(db, { repeatable: true }, async (tx) => {
    await one(tx, 'reports.events.lock', `select pg_advisory_xact_lock(hashtext('events')) is null as locked`)
    const taken = await takeNotes(tx)
    if (taken.length === 0) return 0
    const found = await eventsOf(tx, taken)
    const { last } = await one<{ last: number }>(
      tx,
      'reports.events.last',
      'select coalesce(max(no), 0)::bigint as last from event',
    )
    const events = found.map((event, index) => ({ ...event, no: last + 1 + index, id: random.uuid() }))
    for (let from = 0; from < events.length; from += rowsAtOnce)
      await insertEvents(tx, events.slice(from, from + rowsAtOnce))
    await announce(tx, events)
    return taken.length
  })
}

/** Numbers all that was noted. */
export async function numberAllEvents(
  context: Pick<Context, 'db' | 'random'>,
  announce: Announce,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await numberEvents(context, announce)) === notesAtOnce);
}

type Note = { no: number; kind: string; refs: string[]; state: string | null; at: Date }

const takeNotes = (tx: Transaction): Promise<Note[]> =>
  many<Note>(
    tx,
    'reports.events.take_notes',
    `delete from event_note where no in (select no from event_note order by no limit $1)
     returning no, kind, refs, state, at`,
    [notesAtOnce],
  )

type Found = Omit<NumberedEvent, 'no' | 'id'>

/**
 * The events of notes, in their order: a transfer is one of each lender on whose cash account it is, a state of a loan one of
 * each who holds a part of it.
 */
const eventsOf = (tx: Transaction, notes: readonly Note[]): Promise<Found[]> =>
  many<Found>(
    tx,
    'reports.events.of_notes',
    `with note as (
       select no, kind, state, at, ref, place
         from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[], $5::jsonb[]) as n (no, kind, state, at, refs)
        cross join lateral jsonb_array_elements_text(refs) with ordinality as r (ref, place)
     ), moved as materialized (
       select n.no, n.place, t.id, t.created_at, t.debit_account, t.debit_seq, t.credit_account, t.credit_seq
         from note n join transfer t on t.id = n.ref::uuid where n.kind = 'TRANSFERS'
     )
     select lender_id as "lenderId", type, ref, at from (
       select m.no, line.seq as place, a.owner_id as lender_id, 'cash.moved' as type, m.id::text || line.side as ref,
              m.created_at as at
         from moved m
        cross join lateral (values (m.debit_account, m.debit_seq, '-'), (m.credit_account, m.credit_seq, '+'))
              as line (account, seq, side)
         join account a on a.id = line.account and a.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')
       union all
       select n.no, n.place, holder_of(f.id), 'funding.' || lower(n.state), n.ref, n.at
         from note n join funding f on f.id = n.ref::uuid where n.kind = 'FUNDING'
       union all
       select n.no, n.place, w.lender_id, 'withdrawal.' || lower(n.state), n.ref, n.at
         from note n join withdrawal w on w.id = n.ref::uuid where n.kind = 'WITHDRAWAL'
       union all
       select distinct n.no, n.place, holder_of(f.id), 'loan.' || lower(n.state), n.ref, n.at
         from note n join funding f on f.loan_id = n.ref::bigint
          and (f.state in ('WAITING', 'SETTLED') or f.ended_at >= n.at)
        where n.kind = 'LOAN'
     ) as event (no, place, lender_id, type, ref, at)
     order by no, place, lender_id`,
    [
      notes.map(({ no }) => no),
      notes.map(({ kind }) => kind),
      notes.map(({ state }) => state),
      notes.map(({ at }) => at),
      notes.map(({ refs }) => JSON.stringify(refs)),
    ],
  )

const columns = {
  no: 'bigint',
  id: 'uuid',
  lenderId: 'bigint',
  type: 'text',
  ref: 'text',
  at: 'timestamptz',
} as const

async function insertEvents(tx: Transaction, events: readonly NumberedEvent[]): Promise<void> {
  await run(
    tx,
    'reports.events.insert',
    `insert into event (no, id, lender_id, type, ref, at) select * from ${unnestRows(columns)}`,
    manyRows(columns, events),
  )
}
