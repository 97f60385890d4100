import { fileTimestamp } from '@pematang/contract/format/business-date'
import { fundingNumber } from '@pematang/contract/format/reference-number'
import { confirmationFile, confirmationsOfYear } from '../balance-confirmation/index.ts'
import type { Context } from '../../context.ts'
import { findTransferAddendum, findVoteDocument, type StoredBytes } from '../../documents/index.ts'
import { many, one, type Queryable } from '../../platform/db/database.ts'
import { countOfPacked, unpacked } from '../../platform/db/packed-ids.ts'
import { required } from '../../platform/refusal.ts'
import { statementPdf, statementsOfYear } from '../statements/index.ts'

/** One file of an archive; its bytes are read just before it is written. */
export type ArchiveEntry = { name: string; lastModified: Date; input: Buffer }

/** The contents of a year's archive, in units by which the progress is counted. */
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

// SQL for the newest versions of the two agreements, with their time stamps, and of the factsheet.
const filesOfFundings = `
  select f.id as "fundingId", f.created_at as "at", l.loan_number as "loanNumber", file.kind, file.revision,
         file.bytes, file.sha256, place.place, place.size
    from unnest($2::uuid[]) with ordinality as a (id, place) join funding f on f.lender_id = $1 and f.id = a.id
    join loan l on l.id = f.loan_id
   cross join lateral (
     (select 'PP' as kind, d.bytes, d.sha256, s.revision
        from document d left join document_timestamp s on s.document_id = d.id
       where d.agreement_id = f.id and d.kind in ('PP', 'PP_SIGNED') order by d.kind desc limit 1)
     union all
     (select 'PPFP', d.bytes, d.sha256, s.revision
        from document d left join document_timestamp s on s.document_id = d.id
       where d.agreement_id = f.id and d.kind in ('PPFP', 'PPFP_SIGNED') order by d.kind desc limit 1)
     union all
     (select 'FACTSHEET', s.bytes, s.sha256, null::bytea from factsheet s where s.loan_id = f.loan_id order by s.version desc limit 1)
   ) file
    left join document_place place on place.sha256 = file.sha256 and file.bytes is null
   order by a.place, file.kind`

type File = {
  fundingId: string
  at: Date
  loanNumber: string
  kind: 'PP' | 'PPFP' | 'FACTSHEET'
  bytes: Buffer
}

type FoundFile = Omit<File, 'bytes'> & StoredBytes & { revision: Buffer | null }

/** How many fundings have their files in memory at once; each has some 150 KB. */
const batch = 10
const folders = { PP: 'Perjanjian', PPFP: 'Perjanjian', FACTSHEET: 'Factsheet' } as const

/**
 * The agreements and factsheets of a year's fundings, its addenda of transfers and documents of votes, its monthly
 * statements and its balance confirmations. The list is
 * fixed at the start, so documents issued meanwhile are left out; each document is read when it is written.
 */
export async function contentOf(context: Context, lenderId: number, year: number): Promise<ArchiveContent> {
  const { db } = context
  const { ids } = await one<{ ids: Buffer }>(db, 'reports.archive.funding_ids', fundingIds, [lenderId, year])
  const statements = await statementsOfYear(db, lenderId, year)
  const confirmations = await confirmationsOfYear(db, lenderId, year)
  const papers = await papersOfYear(db, lenderId, year)
  return {
    total: countOfPacked(ids) + papers.length + statements.length + confirmations.length,
    async *units() {
      yield* fundingUnits(context, lenderId, ids)
      for (const paper of papers) yield [await toPaperEntry(context, lenderId, paper)]
      for (const statement of statements) {
        const { name, bytes } = await statementPdf(context, statement)
        yield [{ name: `Rekening Koran/${name}.pdf`, lastModified: statement.issuedAt, input: bytes }]
      }
      for (const { number, issuedAt } of confirmations) {
        const { bytes } = await confirmationFile(context, lenderId, number)
        yield [{ name: `Konfirmasi Saldo/${number}.pdf`, lastModified: issuedAt, input: bytes }]
      }
    },
  }
}

type Paper = { id: string; kind: 'ADDENDUM' | 'RECORD' | 'TRANSFER'; of: string; at: Date }

/** The documents of votes in which the lender has a right, and the addenda of transfers from or to them. */
const papersOfYear = (db: Queryable, lenderId: number, year: number): Promise<Paper[]> =>
  many<Paper>(
    db,
    'reports.archive.papers',
    `select * from (
       select d.id, d.kind, l.loan_number as of, d.created_at as at
         from vote_right r join vote_document d on d.vote_id = r.vote_id
         join loan_vote v on v.id = r.vote_id join loan l on l.id = v.loan_id
        where r.lender_id = $1
       union all
       select a.id, 'TRANSFER', (select min(t.order_id::text) from holding_transfer_record t where t.addendum = a.id), a.created_at
         from transfer_addendum a where $1 in (a.from_lender, a.to_lender)
     ) f
      where f.at >= make_timestamptz($2, 1, 1, 0, 0, 0, 'Asia/Jakarta') and f.at < make_timestamptz($2 + 1, 1, 1, 0, 0, 0, 'Asia/Jakarta')
      order by f.at, f.id`,
    [lenderId, year],
  )

const paperNames = { ADDENDUM: 'Addendum', RECORD: 'Berita Acara' } as const

/** A vote is named by its loan and its day: a loan may have several in a year. */
async function toPaperEntry(
  context: Context,
  lenderId: number,
  { id, kind, of, at: lastModified }: Paper,
): Promise<ArchiveEntry> {
  if (kind === 'TRANSFER') {
    const input = required(await findTransferAddendum(context, lenderId, id), 'NOT_FOUND')
    return { name: `Pengalihan/${of}.pdf`, lastModified, input }
  }
  const { bytes: input } = required(await findVoteDocument(context, lenderId, id), 'NOT_FOUND')
  const name = `Pemungutan Suara/${safe(of)} ${fileTimestamp(lastModified)} ${paperNames[kind]}.pdf`
  return { name, lastModified, input }
}

async function* fundingUnits(
  { db, contents }: Context,
  lenderId: number,
  ids: Buffer,
): AsyncGenerator<ArchiveEntry[]> {
  for (const some of unpacked(ids, batch)) {
    const found = await many<FoundFile>(db, 'reports.archive.files', filesOfFundings, [lenderId, some])
    const files: File[] = []
    for (const { revision, ...file } of found) {
      const bytes = await contents.read(file)
      files.push({ ...file, bytes: revision ? Buffer.concat([bytes, revision]) : bytes })
    }
    const byFunding = Map.groupBy(files, ({ fundingId }) => fundingId.replaceAll('-', ''))
    for (const id of some) yield (byFunding.get(id) ?? []).map(toEntry)
  }
}

const toEntry = ({ fundingId, at, loanNumber, kind, bytes }: File): ArchiveEntry => ({
  name: `${folders[kind]}/${safe(loanNumber)} ${fundingNumber(fundingId)}${kind === 'FACTSHEET' ? '' : ` ${kind}`}.pdf`,
  lastModified: at,
  input: bytes,
})

/** A loan's number as part of a file name, with only characters that are valid on every system. */
const safe = (text: string): string => text.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60)
