import { fundingNumber } from '@pematang/contract/format/reference-number'
import { many, one, type Queryable } from '../platform/db/database.ts'

/** One file of an archive; its bytes are read when its turn comes. */
export type ArchiveEntry = { name: string; lastModified: Date; input: Buffer }

/** What goes into the archive of a year, in units that are counted as they are put in. */
export type ArchiveContent = {
  total: number
  /** Yields the entries of one unit at a time. */
  units: () => AsyncGenerator<ArchiveEntry[]>
}

const yearRange = `>= make_timestamptz($2, 1, 1, 0, 0, 0, 'Asia/Jakarta')
   and f.created_at < make_timestamptz($2 + 1, 1, 1, 0, 0, 0, 'Asia/Jakarta')`

const fundingIds = `
  select coalesce(string_agg(uuid_send(f.id), ''::bytea order by f.created_at, f.id), ''::bytea) as ids from funding f
   where f.lender_id = $1 and f.state in ('SETTLED', 'REFUNDED') and f.created_at ${yearRange}`

// The newest versions of the two agreements, with their time stamps, and of the factsheet.
const filesOfFundings = `
  select f.id as "fundingId", f.created_at as "at", l.loan_number as "loanNumber", file.kind, file.bytes
    from unnest($2::uuid[]) with ordinality as a (id, place) join funding f on f.lender_id = $1 and f.id = a.id
    join loan l on l.id = f.loan_id
   cross join lateral (
     (select 'PP' as kind, d.bytes || coalesce(s.revision, '') as bytes
        from document d left join document_timestamp s on s.document_id = d.id
       where d.agreement_id = f.id and d.kind in ('PP', 'PP_SIGNED') order by d.kind desc limit 1)
     union all
     (select 'PPFP', d.bytes || coalesce(s.revision, '')
        from document d left join document_timestamp s on s.document_id = d.id
       where d.agreement_id = f.id and d.kind in ('PPFP', 'PPFP_SIGNED') order by d.kind desc limit 1)
     union all
     (select 'FACTSHEET', s.bytes from factsheet s where s.loan_id = f.loan_id order by s.version desc limit 1)
   ) file
   order by a.place, file.kind`

const confirmations = `
  select number, bytes, created_at as at from balance_confirmation
   where lender_id = $1 and extract(year from as_of) = $2 order by as_of, issue limit 1 offset $3`

type File = {
  fundingId: string
  at: Date
  loanNumber: string
  kind: 'PP' | 'PPFP' | 'FACTSHEET'
  bytes: Buffer
}

/** Fundings whose files are in memory at once: some 150 KB each. */
const batch = 10
/** The size of an id in bytes. */
const idBytes = 16

const folders = { PP: 'Perjanjian', PPFP: 'Perjanjian', FACTSHEET: 'Lembar Fakta' } as const

/** The agreements and factsheets of a year's fundings, and its confirmations of balances. */
export async function contentOf(db: Queryable, lenderId: number, year: number): Promise<ArchiveContent> {
  const { ids } = await one<{ ids: Buffer }>(db, 'archive.funding_ids', fundingIds, [lenderId, year])
  const { count } = await one<{ count: number }>(
    db,
    'archive.confirmations',
    'select count(*) from balance_confirmation where lender_id = $1 and extract(year from as_of) = $2',
    [lenderId, year],
  )
  return {
    total: ids.length / idBytes + count,
    async *units() {
      yield* fundingUnits(db, lenderId, ids)
      for (let place = 0; place < count; place += 1) {
        const found = await many<{ number: string; bytes: Buffer; at: Date }>(
          db,
          'archive.confirmation',
          confirmations,
          [lenderId, year, place],
        )
        yield found.map(({ number, bytes, at }) => ({
          name: `Konfirmasi Saldo/${number}.pdf`,
          lastModified: at,
          input: bytes,
        }))
      }
    },
  }
}

async function* fundingUnits(db: Queryable, lenderId: number, ids: Buffer): AsyncGenerator<ArchiveEntry[]> {
  for (let from = 0; from < ids.length; from += batch * idBytes) {
    const some = ids.subarray(from, from + batch * idBytes)
    const texts = Array.from({ length: some.length / idBytes }, (_, place) =>
      some.toString('hex', place * idBytes, (place + 1) * idBytes),
    )
    const files = await many<File>(db, 'archive.files', filesOfFundings, [lenderId, texts])
    const byFunding = Map.groupBy(files, ({ fundingId }) => fundingId.replaceAll('-', ''))
    for (const id of texts) yield (byFunding.get(id) ?? []).map(toEntry)
  }
}

const toEntry = ({ fundingId, at, loanNumber, kind, bytes }: File): ArchiveEntry => ({
  name: `${folders[kind]}/${safe(loanNumber)} ${fundingNumber(fundingId)}${kind === 'FACTSHEET' ? '' : ` ${kind}`}.pdf`,
  lastModified: at,
  input: bytes,
})

/** A loan's number as part of a file name that every system takes. */
const safe = (text: string): string => text.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60)
