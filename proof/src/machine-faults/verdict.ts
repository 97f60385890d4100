import { existsSync, readFileSync } from 'node:fs'
import { auditBooks } from '../../../server/src/audit/testing.ts'
import { type Database, many } from '../../../server/src/platform/db/database.ts'
import { compare as compareFundings, type Funded, fundedIn, type Verdict } from '../cluster/faults/verdict.ts'
import type { Line } from './load.ts'

/** A withdrawal as the database has it; `amount` is what the lender asked for. */
export type Withdrawn = { id: string; lenderId: number; amount: number }

type Stored = { fundings: readonly Funded[]; withdrawals: readonly Withdrawn[] }

/** Compares the answers that clients received with the database, which alone cannot show what it has lost. */
export function compare(
  lines: readonly Line[],
  { fundings, withdrawals }: Stored,
): Omit<Verdict, 'breaches'> {
  const answered = lines.filter((line) => line.kind === 'funding')
  const ofFundings = compareFundings(answered, fundings)
  const asked = lines.filter((line) => line.kind === 'withdrawal')
  const byId = new Map(withdrawals.map((row) => [row.id, row]))
  const names = new Set(withdrawals.map(nameOf))
  const ids = new Set(asked.map(({ id }) => id))
  const isLost = (line: Withdrawn): boolean => {
    const row = byId.get(line.id)
    return row === undefined || nameOf(row) !== nameOf(line)
  }
  return {
    acknowledged: answered.length + asked.length,
    lost: ofFundings.lost + asked.filter(isLost).length,
    doubled: ofFundings.doubled + withdrawals.length - names.size,
    unknown: ofFundings.unknown + withdrawals.filter(({ id }) => !ids.has(id)).length,
  }
}

/** Identifies a withdrawal: no two of the load have the same lender and amount. */
const nameOf = ({ lenderId, amount }: Withdrawn): string => `${lenderId} ${amount}`

/** All lines of the log outside the database. */
export function readLines(log: string): Line[] {
  if (!existsSync(log)) return []
  const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Line)
}

/** Compares all lines with the database, and audits the books; a database that does not answer has lost everything. */
export async function judge(db: Database, lines: readonly Line[]): Promise<Verdict> {
  try {
    return await judgeAnswering(db, lines)
  } catch (error) {
    const { acknowledged } = compare(lines, { fundings: [], withdrawals: [] })
    return {
      acknowledged,
      lost: acknowledged,
      doubled: 0,
      unknown: 0,
      breaches: [`not audited: ${String(error)}`],
    }
  }
}

async function judgeAnswering(db: Database, lines: readonly Line[]): Promise<Verdict> {
  const fundings = await fundedIn(db)
  const withdrawals = await many<Withdrawn>(
    db,
    'faults.withdrawals',
    `select id, lender_id as "lenderId", asked as amount from withdrawal`,
  )
  const breaches = (await auditBooks(db)).map((breach) => JSON.stringify(breach).slice(0, 300))
  return { ...compare(lines, { fundings, withdrawals }), breaches }
}

/** The fundings among these that are not settled yet. */
export const unsettled = (
  db: Database,
  signed: readonly string[],
): Promise<{ docToken: string; state: string }[]> =>
  many(
    db,
    'faults.unsettled',
    `select id as "docToken", state from funding where id = any($1::uuid[]) and state <> 'SETTLED'`,
    [signed],
  )
