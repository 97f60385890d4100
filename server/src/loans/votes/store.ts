import type { Context } from '../../context.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { VoteState } from '@pematang/contract/loans/votes/endpoints'
import type { InterestType, TenorPeriod } from '../../books/index.ts'
import { joinPlace, type KeptBytes, notePlace, type StoredBytes, storedBytes } from '../../documents/index.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'
import type { Terms } from '../terms/index.ts'
import { ruleJson, type VoteRule } from './rule.ts'

export type AskedBy = 'OPERATOR' | 'BORROWER' | 'LENDERS'

/** The borrower's consent to the terms; the hash is hexadecimal. */
export type Consent = { reference: string; provider: string; at: string; sha256: string }

/** The terms of a loan before the ones that are voted on. */
export type FormerTerms = {
  interest: number
  interestType: InterestType
  tenor: number
  tenorPeriod: TenorPeriod
}

export type VoteRow = {
  id: string
  loanId: number
  loanNumber: string
  borrowerName: string
  rule: VoteRule
  askedBy: AskedBy
  reason: string
  terms: Required<Terms>
  former: FormerTerms
  version: number
  unpaid: number[]
  paymentsUpto: number
  /** Whole rupiah. */
  principal: number
  interestKept: number
  interestWaived: number
  penaltyWaived: number
  consent: Consent
  recordDay: BusinessDate
  openedAt: Date
  endsAt: Date
  call: 1 | 2
  reminded: number
  firstEndedAt: Date | null
  firstVoted: number | null
  state: VoteState
  because: string | null
  endedAt: Date | null
  voted: number | null
  agreed: number | null
  usedVersion: number | null
  addendum: string
  addendumSha256: string
  record: string | null
}

/** SQL for a `VoteRow`, from `loan_vote v`. */
const voteColumns = `v.id, v.loan_id as "loanId", l.loan_number as "loanNumber", b.name as "borrowerName",
  ${ruleJson} as rule, v.asked_by as "askedBy", v.reason,
  json_build_object('agreedOn', v.agreed_on, 'startsOn', v.starts_on, 'interest', v.interest::text,
                    'interestType', v.interest_type, 'tenor', v.tenor, 'tenorPeriod', v.tenor_period,
                    'keepInterest', v.keep_interest) as terms,
  (select json_build_object('interest', f.interest::float8, 'interestType', f.interest_type, 'tenor', f.tenor,
                            'tenorPeriod', f.tenor_period)
     from (select r.interest, r.interest_type, r.tenor, r.tenor_period, r.version from restructuring r
            where r.loan_id = v.loan_id and r.version <= v.version
           union all select l.interest, l.interest_type, l.tenor, l.tenor_period, 0
            order by version desc limit 1) f) as former,
  v.version, v.unpaid, v.payments_upto as "paymentsUpto", v.principal, v.interest_kept as "interestKept",
  v.interest_waived as "interestWaived", v.penalty_waived as "penaltyWaived",
  json_build_object('reference', v.consent_reference, 'provider', v.consent_provider, 'at', v.consent_at,
                    'sha256', v.consent_sha256) as consent,
  business_day(v.opened_at) as "recordDay", v.opened_at as "openedAt", v.ends_at as "endsAt", v.call, v.reminded,
  v.first_ended_at as "firstEndedAt", v.first_voted as "firstVoted", v.state, v.because, v.ended_at as "endedAt",
  v.voted, v.agreed, v.used_version as "usedVersion",
  (select d.id from vote_document d where d.vote_id = v.id and d.kind = 'ADDENDUM') as addendum,
  (select encode(d.sha256, 'hex') from vote_document d where d.vote_id = v.id and d.kind = 'ADDENDUM') as "addendumSha256",
  (select d.id from vote_document d where d.vote_id = v.id and d.kind = 'RECORD') as record`
const voteTables = `loan_vote v join vote_rule q on q.version = v.rule join loan l on l.id = v.loan_id
  join borrower b on b.id = l.borrower_id`

export const findVote = (db: Queryable, id: string): Promise<VoteRow | undefined> =>
  maybe<VoteRow>(db, 'loans.votes.find', `select ${voteColumns} from ${voteTables} where v.id = $1`, [id])

/** The votes of a loan, the newest first. */
export const votesOf = (db: Queryable, loanNumber: string): Promise<VoteRow[]> =>
  many<VoteRow>(
    db,
    'loans.votes.of_loan',
    `select ${voteColumns} from ${voteTables} where l.loan_number = $1 order by v.opened_at desc, v.id`,
    [loanNumber],
  )

/** The votes that are open, or passed and wait for the new terms to be recorded, the oldest first. */
export const standingVotes = (
  db: Queryable,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<VoteRow[]> =>
  many<VoteRow>(
    db,
    'loans.votes.all_standing',
    `select ${voteColumns} from ${voteTables}
      where v.state in ('OPEN', 'PASSED') and ($1::uuid is null or v.id > $1) order by v.id limit $2`,
    [after ?? null, limit],
  )

/** Locks a vote until the end of the transaction: ballots wait, and those under way are waited for. */
export const lockVote = (tx: Queryable, id: string): Promise<{ id: string } | undefined> =>
  maybe(tx, 'loans.votes.lock', 'select id from loan_vote where id = $1 for update', [id])

export const hasStanding = async (tx: Queryable, loanId: number): Promise<boolean> =>
  (
    await one<{ there: boolean }>(
      tx,
      'loans.votes.standing',
      `select exists (select from loan_vote where loan_id = $1 and state in ('OPEN', 'PASSED')) as there`,
      [loanId],
    )
  ).there

const columns = {
  id: 'uuid',
  loanId: 'bigint',
  rule: 'integer',
  askedBy: 'text',
  askedWeight: 'bigint',
  reason: 'text',
  agreedOn: 'date',
  startsOn: 'date',
  interest: 'numeric',
  interestType: 'text',
  tenor: 'smallint',
  tenorPeriod: 'text',
  keepInterest: 'boolean',
  version: 'smallint',
  principal: 'bigint',
  interestKept: 'bigint',
  interestWaived: 'bigint',
  penaltyWaived: 'bigint',
  consentReference: 'text',
  consentProvider: 'text',
  consentAt: 'timestamptz',
  consentSha256: 'text',
} as const

export type NewVote = Terms & {
  id: string
  loanId: number
  rule: number
  days: number
  askedBy: AskedBy
  askedWeight: number
  reason: string
  version: number
  unpaid: readonly number[]
  principal: number
  interestKept: number
  interestWaived: number
  penaltyWaived: number
  consent: Consent
}

/** Inserts a vote that opens now. The caller has locked the loan. */
export async function insertVote(tx: Queryable, { days, unpaid, consent, ...row }: NewVote): Promise<void> {
  await run(
    tx,
    'loans.votes.insert',
    `insert into loan_vote (${columnNames(columns)}, unpaid, payments_upto, opened_at, ends_at)
     select ${placeholders(columns, 3)}, $2::smallint[],
            (select coalesce(max(p.recorded), 0) from loan_payment p where p.loan_id = $4),
            n.at, n.at + $1 * interval '1 day'
       from (select app_clock() as at) n`,
    [
      days,
      unpaid,
      ...oneRow(columns, {
        ...row,
        startsOn: row.startsOn ?? row.agreedOn,
        consentReference: consent.reference,
        consentProvider: consent.provider,
        consentAt: consent.at,
        consentSha256: consent.sha256,
      }),
    ],
  )
}

/** The right of a lender: the parts of their fundings in the order of the fundings; whole rupiah. */
export type NewRight = { lenderId: number; weight: number; principals: number[]; interests: number[] }

/** Inserts the rights of a vote. Their places in the record are in an order that says nothing of the lenders. */
export async function insertRights(
  tx: Queryable,
  voteId: string,
  rights: readonly NewRight[],
): Promise<void> {
  await run(
    tx,
    'loans.votes.insert_rights',
    `insert into vote_right (vote_id, lender_id, place, weight, principals, interests)
     select $1::uuid, lender_id, row_number() over (order by sha256(convert_to($1::uuid || ' ' || lender_id, 'UTF8'))),
            weight, principals::bigint[], interests::bigint[]
       from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) as row (lender_id, weight, principals, interests)`,
    [
      voteId,
      rights.map(({ lenderId }) => lenderId),
      rights.map(({ weight }) => weight),
      // Nested array parameters would have to be rectangular.
      rights.map(({ principals }) => `{${principals.join()}}`),
      rights.map(({ interests }) => `{${interests.join()}}`),
    ],
  )
}

export async function insertVoteDocument(
  tx: Queryable,
  { id, voteId, kind, kept }: { id: string; voteId: string; kind: 'ADDENDUM' | 'RECORD'; kept: KeptBytes },
): Promise<boolean> {
  await notePlace(tx, kept)
  const inserted = await run(
    tx,
    'loans.votes.insert_document',
    `insert into vote_document (id, vote_id, kind, bytes, sha256) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [id, voteId, kind, kept.ofRow, kept.sha256],
  )
  return inserted === 1
}

/** The bytes of a document of a vote. */
export async function readPaper(
  { db, contents }: Pick<Context, 'db' | 'contents'>,
  voteId: string,
  kind: 'ADDENDUM' | 'RECORD',
): Promise<Buffer | undefined> {
  const found = await maybe<StoredBytes>(
    db,
    'loans.votes.read_document',
    `select ${storedBytes} from vote_document d ${joinPlace} where d.vote_id = $1 and d.kind = $2`,
    [voteId, kind],
  )
  return found && contents.read(found)
}

/** The lenders of a vote in the order of their places, with their newest choice; whole rupiah. */
export type RightRow = {
  lenderId: number
  place: number
  weight: number
  agrees: boolean | null
  byHeirs: boolean
}

export const rightsOf = (db: Queryable, voteId: string): Promise<RightRow[]> =>
  many<RightRow>(
    db,
    'loans.votes.rights',
    `select r.lender_id as "lenderId", r.place, r.weight, r.agrees,
            exists (select from vote_ballot b where b.vote_id = r.vote_id and b.lender_id = r.lender_id
                       and b.no = r.ballots and b.heirs_document is not null) as "byHeirs"
       from vote_right r where r.vote_id = $1 order by r.place`,
    [voteId],
  )

export type Sums = { lenders: number; lendersVoted: number; voted: number; agreed: number }

/** The count of a vote as it stands: lenders, and principal in whole rupiah. */
export const sumsOf = (db: Queryable, voteId: string): Promise<Sums> =>
  one<Sums>(
    db,
    'loans.votes.sums',
    `select count(*) as lenders, count(agrees) as "lendersVoted",
            coalesce(sum(weight) filter (where agrees is not null), 0)::bigint as voted,
            coalesce(sum(weight) filter (where agrees), 0)::bigint as agreed
       from vote_right where vote_id = $1`,
    [voteId],
  )
