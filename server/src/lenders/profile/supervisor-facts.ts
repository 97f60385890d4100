import type { Context } from '../../context.ts'
import { businessToday } from '../../books/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { ColumnFault } from '../../platform/csv/column-fault.ts'
import { maybe, run } from '../../platform/db/database.ts'
import { lockLender } from './lender-settings.ts'
import type { Province, Sex } from '@pematang/contract/provinces'

/** What a supervisor counts lenders by; null where it is not known. */
export type SupervisorFacts = {
  sex: Sex | null
  /** Only the year is kept, because only the age band is reported. */
  birthYear: number | null
  /** Where the lender lives or has its seat. */
  province: Province | 'ABROAD' | null
}

/**
 * Stores a new version of what a supervisor counts a lender by, or nothing if it is unchanged. A fact that is left out
 * (undefined) stays as it was, and null removes it. Reports of months that were closed before keep the former version.
 * @throws ColumnFault if the facts contradict the lender
 */
export const storeSupervisorFacts = mutation<
  Context,
  { lenderId: number } & { [F in keyof SupervisorFacts]?: SupervisorFacts[F] | undefined },
  { version: number; changed: boolean }
>({
  operation: 'storeSupervisorFacts',
  permit: ['operator'],
  withoutSecondPair: 'only reports count by it',
  async run(tx, { lenderId, ...input }) {
    const { userTypeId } = await lockLender(tx, lenderId)
    const before = await maybe<SupervisorFacts & { version: number }>(
      tx,
      'lenders.profile.supervisor_facts',
      `select version, sex, birth_year as "birthYear", province from lender_facts
        where lender_id = $1 order by version desc limit 1`,
      [lenderId],
    )
    const { version = 0, ...known } = before ?? { sex: null, birthYear: null, province: null }
    const told = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const facts: SupervisorFacts = { ...known, ...told }
    if (userTypeId === 3 && facts.sex !== null) throw new ColumnFault('sex', 'perusahaan tidak memilikinya')
    if (userTypeId === 3 && facts.birthYear !== null)
      throw new ColumnFault('birth_year', 'perusahaan tidak memilikinya')
    const thisYear = Number((await businessToday(tx)).slice(0, 4))
    if (facts.birthYear !== null && facts.birthYear > thisYear)
      throw new ColumnFault('birth_year', `${facts.birthYear} sesudah tahun ini`)
    const changed = (['sex', 'birthYear', 'province'] as const).some((fact) => facts[fact] !== known[fact])
    if (changed)
      await run(
        tx,
        'lenders.profile.insert_supervisor_facts',
        `insert into lender_facts (lender_id, version, sex, birth_year, province) values ($1, $2, $3, $4, $5)`,
        [lenderId, version + 1, facts.sex, facts.birthYear, facts.province],
      )
    const answer = { version: changed ? version + 1 : version, changed }
    // The trail names what changed and not the person's data.
    return { answer, subject: `lender:${lenderId}`, detail: answer }
  },
})
