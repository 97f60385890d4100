import type { EndpointAnswer } from '@pematang/contract/endpoint'
import type {
  CompanyProposalRow,
  getCompanyProposal as getEndpoint,
} from '@pematang/contract/lenders/company/endpoints'
import { decidersOf, type RuleSubject } from '@pematang/contract/lenders/company/rules'
import type { Context } from '../../context.ts'
import {
  companyBody,
  companyRolesOf,
  companySumOfDay,
  rulesInForce,
} from '../../platform/approvals/company.ts'
import { decodeInput } from '../../platform/approvals/input.ts'
import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import { cutPage } from '../../platform/pages.ts'
import type { LenderTools } from '../../platform/registration.ts'
import { required } from '../../platform/refusal.ts'

export type Asking = { companyId: number; memberId: number }

type Row = {
  number: number
  operation: string
  subject: RuleSubject
  amount: number | null
  makerId: number
  maker: string
  system: string | null
  at: Date
  until: Date
  state: CompanyProposalRow['state']
  endedAt: Date | null
  agreed: number
  kept: number
  hasDecided: boolean
}

/** SQL: proposals of company $1 as member $2 sees them. */
const rows = `
  select p.number, p.operation, p.subject, p.amount, p.maker as "makerId", m.name as maker, k.label as system, p.at, p.until,
         coalesce(p.ended, case when p.until <= app_now() then 'EXPIRED' else 'WAITING' end) as state, p.ended_at as "endedAt",
         (select count(*) from company_decision d where d.proposal = p.number and d.verdict = 'AGREED') as agreed,
         coalesce((select max(needed) from company_decision d where d.proposal = p.number), 1) as kept,
         exists (select from company_decision d where d.proposal = p.number and d.member_id = $2) as "hasDecided"
    from company_proposal p join lender m on m.id = p.maker left join partner_key k on k.id = p.key_id where p.company_id = $1`

/** SQL: what waits for the decision of member $2, who may decide these subjects ($3). */
const forMe = `p.ended is null and p.until > app_now() and p.maker <> $2 and p.subject = any($3)
  and not exists (select from company_decision d where d.proposal = p.number and d.member_id = $2)`

/** The subjects that a member may decide now. */
async function mayDecide(db: Queryable, memberId: number): Promise<RuleSubject[]> {
  const roles = await companyRolesOf(db, memberId)
  return [
    ...(roles.includes('APPROVER') ? (['FUNDING', 'BULK', 'STRATEGY', 'WITHDRAWAL'] as const) : []),
    ...(roles.includes('ADMINISTRATOR') ? (['PEOPLE'] as const) : []),
  ]
}

export async function countWaiting(db: Queryable, { companyId, memberId }: Asking): Promise<number> {
  const subjects = await mayDecide(db, memberId)
  if (subjects.length === 0) return 0
  const row = await maybe<{ count: number }>(
    db,
    'lenders.company.count_waiting',
    `select count(*) as count from company_proposal p where p.company_id = $1 and ${forMe}`,
    [companyId, memberId, subjects],
  )
  return row?.count ?? 0
}

type Which = { for: 'me' | 'mine' | 'all'; limit: number; after?: string | undefined }

export async function listProposals(
  { db }: Pick<Context, 'db'>,
  asking: Asking,
  { for: which, limit, after }: Which,
): Promise<{ list: CompanyProposalRow[]; next: string | null }> {
  const subjects = await mayDecide(db, asking.memberId)
  const conditions = {
    me: `and ${forMe}`,
    mine: 'and p.maker = $2 and $3::text[] is not null',
    all: 'and $3::text[] is not null',
  }
  const found = await many<Row>(
    db,
    `lenders.company.proposals_${which}`,
    `${rows} ${conditions[which]} and ($5::bigint is null or p.number < $5) order by p.number desc limit $4`,
    [asking.companyId, asking.memberId, subjects, limit + 1, after ? Number(after) : null],
  )
  const { rows: list, next } = cutPage(found, limit, ({ number }) => String(number))
  const shown = await Promise.all(list.map((row) => toRow(db, asking, row, subjects)))
  return { list: shown, next }
}

async function toRow(
  db: Queryable,
  { companyId, memberId }: Asking,
  { operation, makerId, kept, hasDecided, ...row }: Row,
  subjects: readonly RuleSubject[],
): Promise<CompanyProposalRow> {
  const isWaiting = row.state === 'WAITING'
  return {
    number: row.number,
    call: operation,
    subject: row.subject,
    amount: row.amount,
    maker: row.maker,
    isMine: makerId === memberId,
    system: row.system,
    state: row.state,
    at: row.at.toISOString(),
    until: row.until.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    agreed: row.agreed,
    needed: isWaiting ? await neededNow(db, companyId, { ...row, makerId }) : kept,
    mayDecide: isWaiting && makerId !== memberId && !hasDecided && subjects.includes(row.subject),
  }
}

async function neededNow(
  db: Queryable,
  companyId: number,
  { subject, amount, makerId }: Pick<Row, 'subject' | 'amount' | 'makerId'>,
): Promise<number> {
  const rule = (await rulesInForce(db, companyId)).find((one) => one.subject === subject)
  return Math.max(1, decidersOf(rule, amount, await companySumOfDay(db, makerId, subject)))
}

/**
 * A proposal with the body that decides it, and what has changed since.
 * @throws Refusal PROPOSAL_NOT_FOUND, also for one of another company
 */
export async function getProposal(
  context: Context,
  { looksOf }: LenderTools<Context>,
  asking: Asking,
  number: number,
): Promise<EndpointAnswer<typeof getEndpoint>> {
  const { db } = context
  const { companyId, memberId } = asking
  const found = await maybe<Row & { input: string }>(
    db,
    'lenders.company.proposal',
    `select o.*, p.input from (${rows}) o join company_proposal p on p.number = o.number where o.number = $3`,
    [companyId, memberId, number],
  )
  const { input, ...row } = required(found, 'PROPOSAL_NOT_FOUND')
  const decisions = await many<{
    name: string
    verdict: 'AGREED' | 'REFUSED'
    at: Date
    reason: string | null
  }>(
    db,
    'lenders.company.decisions',
    `select m.name, d.verdict, d.at, d.reason from company_decision d join lender m on m.id = d.member_id
      where d.proposal = $1 order by d.at, d.member_id`,
    [number],
  )
  const body = decodeInput(input) as Record<string, unknown>
  const subjects = await mayDecide(db, memberId)
  const shown = await toRow(db, asking, row, subjects)
  const isWaiting = shown.state === 'WAITING'
  const looks = isWaiting ? await looksOf(row.operation) : undefined
  const gone = await looks?.gone?.(context, companyId, body)
  const look = gone ? undefined : await looks?.look?.(context, companyId, body)
  const isOther = !(await companyBody(companyId).isSame(db, row.makerId, memberId))
  return {
    ...shown,
    mayDecide: shown.mayDecide && isOther,
    body: subjects.includes('PEOPLE') ? body : withoutContacts(body),
    changed: gone ? [{ code: gone.code, message: gone.message }] : [...(look?.changed ?? [])],
    because: shown.state === 'WITHDRAWN' ? await becauseOf(db, number, shown) : null,
    document: look?.document ?? null,
    decisions: decisions.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
    mayWithdraw: isWaiting && shown.isMine,
  }
}

/** Why the worker ended a proposal; null where a person did. By its entry in the trail, which lies about that time. */
async function becauseOf(
  db: Queryable,
  number: number,
  { endedAt }: Pick<CompanyProposalRow, 'endedAt'>,
): Promise<string | null> {
  const row = await maybe<{ because: string | null }>(
    db,
    'lenders.company.because',
    `select e.detail ->> 'because' as because
       from (select lpad(to_hex((extract(epoch from $2::timestamptz - interval '1 minute') * 1000)::bigint), 12, '0') as low,
                    lpad(to_hex((extract(epoch from $2::timestamptz + interval '1 minute') * 1000)::bigint), 12, '0') as high) t
       join audit_event e on e.id between (t.low || repeat('0', 20))::uuid and (t.high || repeat('f', 20))::uuid
      where e.operation = 'endGoneProposal' and e.subject = 'company-proposal:' || $1::bigint limit 1`,
    [number, endedAt],
  )
  return row?.because ?? null
}

/** Phone and e-mail of who is invited are for administrators, as those of members are. */
const withoutContacts = ({ phoneNumber: _phone, email: _email, ...body }: Record<string, unknown>) => body
