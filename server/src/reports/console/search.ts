import { maskNumber } from '@pematang/contract/format/mask-number'
import type { FoundThing } from '@pematang/contract/staff/search'
import type { Context } from '../../context.ts'
import { foundByWords, searchLenders } from '../../lenders/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import {
  lendersByReference,
  lendersByRequest,
  type ReferencedLender,
  referenceWords,
} from '../history/index.ts'

/** Rows that a search shows at most. */
const most = 20

/** Days of the trail in which a request is looked for whose id does not say when it was made. */
const requestDays = 31

/**
 * What somebody at the telephone asks for, by whatever they say: first what is named exactly, then parts of names, then
 * requests. Personal data is masked; it is shown on the page, with a reason.
 */
export async function searchAll(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  asked: string,
  { titleOf }: { titleOf: (operation: string) => string },
): Promise<{ found: FoundThing[]; more: boolean }> {
  const text = asked.trim()
  const found = await firstFound([
    async () => [
      ...(await numbered(db, text)),
      ...(await referenced(db, /\d/.test(text) ? await lendersByReference(db, text) : [])),
    ],
    () => named(db, text),
    async () => {
      const since = new Date(clock.now().getTime() - requestDays * 86_400_000)
      return referenced(db, await lendersByRequest(db, text, since))
    },
  ])
  // A payment of a borrower is of many lenders, and a company may have the name of its login: each is one thing.
  const things = [
    ...new Map(found.toReversed().map((one) => [`${one.about.kind} ${one.about.id}`, one])).values(),
  ].toReversed()
  const shown = things
    .slice(0, most)
    .map(({ words, ...one }) => ({ ...one, words: one.about.kind === 'PROPOSAL' ? titleOf(words) : words }))
  return { found: shown, more: things.length > most }
}

/** What the first search finds that finds anything. */
async function firstFound(searches: readonly (() => Promise<FoundThing[]>)[]): Promise<FoundThing[]> {
  for (const search of searches) {
    const found = await search()
    if (found.length > 0) return found
  }
  return []
}

type Numbered = { kind: 'LOAN' | 'PROPOSAL' | 'PAYMENT'; id: string; words: string; by: string }

/** Loans and proposals by their numbers, and payments that wait for a lender. */
async function numbered(db: Queryable, text: string): Promise<FoundThing[]> {
  const proposal = Number(/^(?:usulan|proposal)?[ :#]*([1-9]\d{0,9})$/i.exec(text)?.[1] ?? 0)
  const rows = await many<Numbered>(
    db,
    'reports.console.numbered',
    `select 'LOAN' as kind, l.loan_number as id, l.loan_number || ' · ' || b.name as words, 'nomor pinjaman' as by
       from loan l join borrower b on b.id = l.borrower_id where l.loan_number = upper($1)
      union all
     select 'PROPOSAL', number::text, operation, 'nomor usulan' from proposal where number = $2
      union all
     select 'PAYMENT', p.id::text, p.payment_request_id, 'pembayaran yang belum teridentifikasi'
       from bank_payment p where p.bank in ('BNI', 'OTHER') and p.payment_request_id = $1 and p.lender_id is null`,
    [text, proposal],
  )
  return rows.map(({ kind, id, words, by }) => ({ about: { kind, id }, words, by }))
}

async function referenced(db: Queryable, rows: readonly ReferencedLender[]): Promise<FoundThing[]> {
  if (rows.length === 0) return []
  const names = await namesOf(
    db,
    rows.slice(0, most).map(({ lenderId }) => lenderId),
  )
  return rows.slice(0, most).flatMap((row) => [...thingOf(row), ...lenderOf(row, names)])
}

function thingOf({ kind, id }: ReferencedLender): FoundThing[] {
  if (id === null) return []
  const by = referenceWords[kind] ?? kind
  const of = kind.includes('withdrawal') ? 'WITHDRAWAL' : 'PAYMENT'
  return [{ about: { kind: of, id }, words: `${of === 'WITHDRAWAL' ? 'Penarikan' : 'Pembayaran'} ${id}`, by }]
}

const lenderOf = ({ lenderId, kind }: ReferencedLender, names: ReadonlyMap<number, string>): FoundThing[] =>
  kind === 'payment of a borrower'
    ? []
    : [
        {
          about: { kind: 'LENDER', id: String(lenderId) },
          words: names.get(lenderId) ?? String(lenderId),
          by: referenceWords[kind] ?? kind,
        },
      ]

async function namesOf(db: Queryable, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await many<{ id: number; name: string }>(
    db,
    'reports.console.names',
    'select id, name from lender where id = any($1)',
    [ids],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Lenders by a part of their name, or by an address or account, which the database may have only encrypted. */
async function named(db: Queryable, text: string): Promise<FoundThing[]> {
  const rows = await searchLenders(db, text)
  return rows.map(({ lenderId, phone, name, by }) => ({
    about: { kind: 'LENDER', id: String(lenderId) },
    words: `${name} · ${maskNumber(phone)}`,
    by: foundByWords[by] ?? by,
  }))
}
