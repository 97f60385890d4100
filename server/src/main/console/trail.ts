import { startOfDay } from '@pematang/contract/format/business-date'
import type { ObjectRef, TrailEntry } from '@pematang/contract/staff/fields'
import { reversalsBecause, touchingLender, touchingLoan } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { CommandError } from '../../operator/command.ts'
import { type AuditRow, searchAudit, type Touching } from '../../platform/audit/search.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { listStaff } from '../../staff/index.ts'
import type { Actions } from './load-actions.ts'

type Asked = {
  actor?: string | undefined
  operation?: string | undefined
  subject?: string | undefined
  outcome?: string | undefined
  request?: string | undefined
  source?: string | undefined
  reason?: string | undefined
  lender?: string | undefined
  loan?: string | undefined
  from?: string | undefined
  until?: string | undefined
  limit: number
  after?: string | undefined
}

const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text)
const dayOf = (text: string | undefined): Date | undefined => (text ? startOfDay(text) : undefined)

/**
 * A page of the audit trail by the filters of `audit search`.
 * @throws Refusal NOT_FOUND for a loan that is not there, INPUT_INVALID for an unknown cursor
 */
export async function searchTrail({ db }: Context, actions: Titles, asked: Asked) {
  const { limit, after } = asked
  if (after !== undefined && !/^[0-9a-f-]{36}$/.test(after)) throw new Refusal('INPUT_INVALID')
  const reason = given(asked.reason)
  const filter = {
    ...{ actor: given(asked.actor), operation: given(asked.operation), subject: given(asked.subject) },
    ...{ outcome: given(asked.outcome), requestId: given(asked.request), source: given(asked.source) },
    ...{ from: dayOf(asked.from), until: dayOf(asked.until), touching: await touched(db, asked) },
    reason:
      reason === undefined ? undefined : { text: reason, reversals: await reversalsBecause(db, reason) },
  }
  const { rows, next } = await searchAudit(db, filter, { limit, after })
  return { rows: await asEntries(db, rows, actions), next }
}

async function touched(db: Queryable, { lender, loan }: Asked): Promise<Touching | undefined> {
  if (given(lender) !== undefined) return touchingLender(db, Number(lender))
  if (given(loan) === undefined) return undefined
  return touchingLoan(db, loan ?? '').catch((error: unknown) => {
    throw error instanceof CommandError ? new Refusal('NOT_FOUND') : error
  })
}

type Titles = Pick<Actions, 'titleOf'>

/** Entries with the names of the people of the console, and what it calls their operations. */
export async function asEntries(
  db: Queryable,
  rows: readonly AuditRow[],
  { titleOf }: Titles,
): Promise<TrailEntry[]> {
  const names = new Map((await listStaff(db)).map(({ id, name }) => [`operator:staff-${id}`, name]))
  return rows.map(({ at, detail, ...row }) => ({
    ...row,
    at: at.toISOString(),
    title: titleOf(row.operation) === row.operation ? null : titleOf(row.operation),
    actorName: names.get(row.actor) ?? null,
    detail: detail === null ? null : JSON.stringify(detail),
    about: pageOf(row.subject),
  }))
}

const kinds = { lender: 'LENDER', withdrawal: 'WITHDRAWAL', proposal: 'PROPOSAL', upload: 'FILE' } as const

/** The page of what an entry is about, where its subject names one. */
function pageOf(subject: string | null): ObjectRef | null {
  const [, kind = '', id = ''] = /^(\w+):(.+)$/.exec(subject ?? '') ?? []
  if (kind in kinds) return { kind: kinds[kind as keyof typeof kinds], id }
  return kind === 'loan' && !/^\d+$/.test(id) ? { kind: 'LOAN', id } : null
}
